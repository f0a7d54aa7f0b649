import { headerParameterFault } from './header-parameters.ts';

const schema = (properties: object, more: object = {}) => ({ type: 'object', properties, ...more });
const named = (name: unknown, type: unknown = 'string') => ({ type, 'x-mcp-header': name });

test.each([
  ['no header', schema({ a: { type: 'object' } })],
  ['headers of each allowed type', schema({ a: named('A'), b: named('B', 'integer'), c: named('C', 'boolean') })],
  ['a header of a nested parameter', schema({ a: schema({ b: named('B') }) })],
  ['a parameter with the name of the keyword', schema({ 'x-mcp-header': { type: 'string' } })],
  ['a default with the name of the keyword', schema({ a: { default: { 'x-mcp-header': 1 } } })],
  ['a schema that is none', null],
])('a tool with %s may be used', (_, inputSchema) => expect(headerParameterFault(inputSchema)).toBeUndefined());

test.each([
  ['an empty name', schema({ a: named('') }), 'is no name (/a)'],
  ['a name that is not text', schema({ a: named(7) }), 'is no name (/a)'],
  ['a name with a line break', schema({ a: named('A\r\nB') }), 'is no name of a header: "A\r\nB" (/a)'],
  ['a number', schema({ a: named('A', 'number') }), 'type is not string, integer or boolean (/a)'],
  ['several types', schema({ a: named('A', ['string', 'null']) }), 'type is not string, integer or boolean (/a)'],
  ['the same name twice', schema({ a: named('Id'), b: named('ID') }), 'is used twice'],
  ['a header of a list item', schema({ a: { type: 'array', items: named('A') } }), 'outside of the parameters (/a)'],
  ['a header in an alternative', schema({}, { anyOf: [schema({ a: named('A') })] }), 'outside of the parameters (/a)'],
  ['a header in a definition', schema({}, { $defs: { a: named('A') } }), 'outside of the parameters (/a)'],
  ['a header at the root', schema({}, named('A', 'object')), 'outside of the parameters'],
])('a tool with %s must be left out', (_, inputSchema, why) =>
  expect(headerParameterFault(inputSchema)).toEqual(expect.stringContaining(why)),
);
