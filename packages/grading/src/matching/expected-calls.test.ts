import { expectedCalls } from './expected-calls.ts';

const call = (toolName: string, args: Record<string, unknown>) => ({ toolName, arguments: args });

test('equal calls are one expectation with a count, in the order of the first of them', () =>
  expect(expectedCalls([call('b', { x: 1, y: 2 }), call('a', {}), call('b', { y: 2, x: 1 })])).toEqual([
    { type: 'toolCalledWith', toolName: 'b', args: { args: { x: 1, y: 2 } }, minCount: 2 },
    { type: 'toolCalledWith', toolName: 'a', args: { args: {} } },
  ]));

test('an argument that names a type is expected as it is', () =>
  expect(expectedCalls([call('a', { kind: 'string' })])).toEqual([
    { type: 'toolCalledWith', toolName: 'a', args: { args: { kind: 'string' }, argumentMatching: 'exact' } },
  ]));
