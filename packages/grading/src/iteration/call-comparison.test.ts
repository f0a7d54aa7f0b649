import type { CallComparison } from '@assay/contract/areas/iterations/call-comparison';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { assertStep, frozenCase, promptStep, stepsEnded, toolCall, transcript } from '../../test/transcripts.ts';
import { gradeIteration } from './grade-iteration.ts';

const called = (id: string, toolName: string, args: Record<string, unknown> = {}) =>
  toolCall(toolName, args, { id, promptIndex: 0, stepId: 'ask' });
const expects = (id: string, toolName: string, args: Record<string, unknown> = {}) =>
  assertStep(id, { type: 'toolCalledWith', toolName, args: { args } });

/** The comparison of a trial that made these calls. */
function comparisonOf(
  steps: FrozenCase['steps'],
  calls: ReturnType<typeof called>[],
  more: Partial<FrozenCase> = {},
): CallComparison | undefined {
  const all = [promptStep('ask'), ...steps];
  const seen = transcript({ steps: stepsEnded(all), toolCalls: calls, userMessages: 1 });
  return gradeIteration(frozenCase(all, more), [], seen).callComparison;
}

const NOTHING: CallComparison = { matched: [], differing: [], missing: [], outOfOrder: [], extra: [] };

test('the calls of a trial are in four groups, and the ones as expected', () => {
  const steps = [
    expects('found', 'search_tickets', { query: 'charged' }),
    expects('given', 'assign_ticket', { id: 'T-1046', agent: { name: 'linus', team: 'a' } }),
    expects('asked', 'order_status', { orderId: 'O-7811' }),
    assertStep('order', { type: 'toolCalledBefore', toolName: 'assign_ticket', beforeToolName: 'reply_to_ticket' }),
    assertStep('others', {
      type: 'onlyToolsCalled',
      toolNames: ['search_tickets', 'assign_ticket', 'reply_to_ticket', 'order_status'],
    }),
  ];
  const calls = [
    called('c1', 'search_tickets', { query: 'charged' }),
    called('c2', 'reply_to_ticket'),
    called('c3', 'assign_ticket', { id: 'T-1046', agent: { name: 'ada', team: 'a' } }),
    called('c4', 'list_agents'),
  ];
  expect(comparisonOf(steps, calls)).toEqual({
    matched: [{ expected: 0, actual: 'c1' }],
    differing: [{ expected: 1, actual: 'c3', pointers: ['/agent/name'] }],
    missing: [{ expected: 2 }],
    outOfOrder: [{ actual: 'c2', after: 'assign_ticket' }],
    extra: [{ actual: 'c4' }],
  });
});

const inOrder = { toolCallOrder: 'in-order', extraToolCalls: 0, arguments: 'partial' } as const;

test.each<[string, Partial<CallComparison>, Partial<FrozenCase>, ReturnType<typeof called>[]]>([
  [
    'a call that came before the one that was to precede it',
    { matched: [{ expected: 0, actual: 'c2' }], outOfOrder: [{ expected: 1, actual: 'c1' }] },
    { matchOptions: inOrder },
    [called('c1', 'b'), called('c2', 'a')],
  ],
  [
    'a call too many',
    {
      matched: [
        { expected: 0, actual: 'c1' },
        { expected: 1, actual: 'c2' },
      ],
      extra: [{ actual: 'c3' }],
    },
    { matchOptions: inOrder },
    [called('c1', 'a'), called('c2', 'b'), called('c3', 'c')],
  ],
  [
    'an argument too many',
    {
      matched: [{ expected: 0, actual: 'c1' }],
      differing: [{ expected: 1, actual: 'c2', pointers: ['/x'] }],
    },
    { matchOptions: { ...inOrder, arguments: 'exact' } },
    [called('c1', 'a'), called('c2', 'b', { x: 1 })],
  ],
])('match options tell %s', (_, groups, options, calls) =>
  expect(comparisonOf([expects('one', 'a'), expects('two', 'b')], calls, options)).toEqual({ ...NOTHING, ...groups }),
);

test('calls of a case that expects none are extra, and without calls nothing is compared', () => {
  expect(comparisonOf([], [called('c1', 'a')], { isNegative: true })).toEqual({
    ...NOTHING,
    extra: [{ actual: 'c1' }],
  });
  expect(comparisonOf([], [])).toBeUndefined();
  expect(comparisonOf([], [called('c1', 'a')])).toBeUndefined();
});
