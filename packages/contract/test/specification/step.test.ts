import { EvalTestStep } from '@assay/contract/areas/cases/step';
import { closed } from '@assay/contract/schema';
import type { Json, JsonObject } from '../json-schema.ts';
import { longText, parserOf, unexpectedValues, type Row } from './row.ts';
import { verdictOf } from '../verdict.ts';

// The kinds, fields and bounds in this file are copied by hand from the interface specification.

const name: Row = { fits: ['a', ' '], breaks: ['', 5, null] };
const text = (min: number, max: number): Row => ({
  fits: [longText(min), longText(max)],
  breaks: [...(min > 0 ? [''] : []), longText(max + 1), 5, null],
});
const words = (...fits: string[]): Row => ({ fits, breaks: ['other', '', null] });
const target: Row = {
  fits: [
    { css: '#a' },
    { text: 'OK' },
    { testId: 'ok' },
    { css: '#a', text: 'OK', nth: 0 },
    { role: { role: 'button' } },
    { role: { role: 'button', name: 'OK', exact: true } },
  ],
  breaks: ['#a', [], null],
};

/** Every kind with its fields; `?` marks optional fields. */
type Kinds = Record<string, Record<string, Row>>;

const steps: Kinds = {
  prompt: { id: name, prompt: { fits: ['a'], breaks: [5, null] } },
  toolCall: {
    id: name,
    serverName: name,
    toolName: name,
    'arguments?': { fits: [{}, { any: [{ key: null }] }], breaks: [[], 'x', null] },
    'renderTimeoutMs?': { fits: [1, 120_000], breaks: [0, 120_001, 1.5, '1'] },
  },
  interact: { id: name, toolName: name, action: { fits: [{ kind: 'wait', ms: 1 }], breaks: ['wait', [], null] } },
  assert: {
    id: name,
    assertion: {
      fits: [{ type: 'noToolErrors' }, { kind: 'textVisible', toolName: 't', text: 'a' }],
      breaks: ['noToolErrors', [], null],
    },
  },
};

const actions: Kinds = {
  click: { target, 'clickType?': words('left', 'double', 'right') },
  type: { target, text: text(0, 5000) },
  key: { key: name },
  select: { target, values: { fits: [['a'], ['', 'b']], breaks: [[], 'a', null] } },
  hover: { target },
  scroll: { direction: words('up', 'down'), 'amount?': { fits: [0.1, 1000], breaks: [0, -1, '1', null] } },
  waitForText: { text: text(1, 5000), 'ms?': { fits: [1, 30_000], breaks: [0, 30_001, 1.5, '1', null] } },
  wait: { ms: { fits: [1, 30_000], breaks: [0, 30_001, 1.5, '1', null] } },
};

const assertions: Kinds = {
  textVisible: { toolName: name, text: text(1, 5000) },
  elementVisible: { toolName: name, target },
  elementHidden: { toolName: name, target },
  inputValue: { toolName: name, target, equals: text(0, 5000) },
  widgetToolCalled: { toolName: name, calledToolName: name },
};

interface Family {
  kinds: Kinds;
  path: string;
  around: (value: Json) => JsonObject;
}
const families: Record<string, Family> = {
  step: { kinds: steps, path: '/step', around: (value) => ({ step: value }) },
  action: {
    kinds: actions,
    path: '/step/action',
    around: (action) => ({ step: { id: 's1', kind: 'interact', toolName: 't', action } }),
  },
  'assertion about a page': {
    kinds: assertions,
    path: '/step/assertion',
    around: (assertion) => ({ step: { id: 's1', kind: 'assert', assertion } }),
  },
};

const schema = closed({ step: EvalTestStep });
const wholeOf = (kind: string, fields: Record<string, Row>): JsonObject => ({
  kind,
  ...Object.fromEntries(
    Object.entries(fields)
      .filter(([key]) => !key.endsWith('?'))
      .map(([key, { fits }]) => [key, fits[0]!]),
  ),
});
const without = (value: JsonObject, key: string): JsonObject =>
  Object.fromEntries(Object.entries(value).filter(([each]) => each !== key));

const each = Object.entries(families).flatMap(([family, { kinds, path, around }]) =>
  Object.entries(kinds).map(
    ([kind, fields]) => [kind, family, { path, around, fields, whole: wholeOf(kind, fields) }] as const,
  ),
);

test.each(each)(
  '%s, a kind of %s, has the fields and bounds of the specification',
  (_kind, _family, { path, around, fields, whole }) => {
    for (const [key, row] of Object.entries(fields)) {
      const field = key.replace('?', '');
      expect(
        unexpectedValues(
          { schema, path: `${path}/${field}`, around: (value) => around({ ...whole, [field]: value }) },
          row,
        ),
      ).toEqual([]);
    }
  },
);

test.each(each)('%s, a kind of %s, requires its fields', (_kind, _family, { path, around, whole }) => {
  // An assertion without a kind is read as one about a transcript, which requires a type.
  for (const key of Object.keys(whole).filter((name) => !(name === 'kind' && path.endsWith('assertion')))) {
    expect(
      unexpectedValues({ schema, path: `${path}/${key}`, around }, { fits: [whole], breaks: [without(whole, key)] }),
    ).toEqual([]);
  }
});

test.each(each)(
  'unknown keys of %s, a kind of %s, are kept in a step and refused elsewhere',
  (_kind, family, { path, around, whole }) => {
    const strange: Json[] = [{ ...whole, zz: { any: [1] } }];
    expect(
      unexpectedValues(
        { schema, path: `${path}/zz`, around },
        family === 'step' ? { fits: strange, breaks: [] } : { fits: [], breaks: strange },
      ),
    ).toEqual([]);
  },
);

test.each(Object.entries(families))('an unknown kind of %s is refused', (_, { path, around }) => {
  const breaks = ['other', '', null].map((kind) => ({ id: 's1', toolName: 't', kind }));
  expect(unexpectedValues({ schema, path: `${path}/kind`, around }, { fits: [], breaks })).toEqual([]);
});

test.each<[string, Json, string]>([
  ['finds by an empty text', { text: '' }, '/text'],
  ['finds by an empty selector', { css: '' }, '/css'],
  ['finds by an empty test id', { testId: '' }, '/testId'],
  ['finds by a role without its name', { role: { name: 'OK' } }, '/role/role'],
  ['finds by an empty role', { role: { role: '' } }, '/role/role'],
  ['finds by an unknown key of a role', { role: { role: 'button', zz: 1 } }, '/role/zz'],
  ['is exact by a text', { role: { role: 'button', exact: 'true' } }, '/role/exact'],
  ['finds by an unknown way', { css: '#a', xpath: '//a' }, '/xpath'],
  ['counts from -1', { css: '#a', nth: -1 }, '/nth'],
  ['counts in halves', { css: '#a', nth: 0.5 }, '/nth'],
  // Of the ways to find an element, the first is named.
  ['finds by nothing', {}, '/role'],
  ['finds by nothing but a count', { nth: 0 }, '/role'],
])('a locator is refused that %s', (_, locator, path) => {
  const document = { step: { id: 's1', kind: 'interact', toolName: 't', action: { kind: 'click', target: locator } } };
  expect(verdictOf(parserOf(schema), document)).toBe(`VALIDATION_ERROR at /step/action/target${path}`);
});

test('an assertion is about a transcript or about a page, never both', () => {
  const document = {
    step: {
      id: 's1',
      kind: 'assert',
      assertion: { kind: 'textVisible', toolName: 't', text: 'a', type: 'noToolErrors' },
    },
  };
  expect(verdictOf(parserOf(schema), document)).toBe('VALIDATION_ERROR at /step/assertion/type');
});
