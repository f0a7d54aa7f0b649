import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { isOfCalls, trialOf, type MadeCall } from './draft-trial.ts';

const call = (toolName: string) => ({
  id: 'call',
  kind: 'toolCall' as const,
  serverName: 'helpdesk',
  toolName,
  arguments: {},
});
const says = (needle: string) => ({
  id: 'says',
  kind: 'assert' as const,
  assertion: { type: 'toolResultContains' as const, needle },
});
const drafted = (...steps: unknown[]) =>
  ({
    id: 'draft_1',
    title: 'reads',
    steps,
    isNegative: false,
    models: [],
    iterations: 1,
    failOnToolError: true,
  }) as unknown as FrozenCase;
const made = (text: string, changes: Partial<MadeCall> = {}): MadeCall => ({
  stepId: 'call',
  serverId: 'srv_1',
  serverName: 'helpdesk',
  toolName: 'read',
  arguments: {},
  result: { content: [{ type: 'text', text }] },
  isError: false,
  startMs: 0,
  durationMs: 12,
  ...changes,
});

test.each([
  ['calls and assertions', [call('read'), says('x')], true],
  ['a prompt', [{ id: 'p', kind: 'prompt', prompt: 'hi' }, says('x')], false],
  ['assertions alone', [says('x')], false],
])('a draft of %s can be tried without a run: %#', (_, steps, expected) => {
  expect(isOfCalls(drafted(...steps))).toBe(expected);
});

test('a trial of a draft is judged like an iteration, and keeps its calls and checks', () => {
  const trial = trialOf(drafted(call('read'), says('in transit')), [], [made('in transit, Tuesday')], 7);
  expect(trial).toMatchObject({
    triedAt: 7,
    outcome: 'passed',
    durationMs: 12,
    calls: [{ stepId: 'call', toolName: 'read', isError: false }],
    checks: [{ stepId: 'says', type: 'toolResultContains', status: 'passed' }],
    faults: [],
  });
  expect(trial.calls[0]).not.toHaveProperty('startMs');
  expect(trialOf(drafted(call('read'), says('lost')), [], [made('in transit')], 7).outcome).toBe('failed');
});

test('a trial whose call failed says why, and a large result is not kept', () => {
  const error = { code: 'SERVER_UNREACHABLE', message: 'The server cannot be reached.' };
  const failed = trialOf(
    drafted(call('read'), says('x')),
    [],
    [{ ...made(''), result: undefined, error, isError: true } as unknown as MadeCall],
    7,
  );
  expect(failed).toMatchObject({ calls: [{ error, isError: true }] });
  expect(failed.outcome).not.toBe('passed');
  const large = trialOf(drafted(call('read')), [], [made('x'.repeat(20_000))], 7);
  expect(large.calls[0]).not.toHaveProperty('result');
});
