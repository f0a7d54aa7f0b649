import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { EvalTestStep } from '@assay/contract/areas/cases/step';
import type { Transcript, TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { maskedJson } from '@assay/transcripts/mask';
import { promoteIteration, type RecordedIteration } from './promote-iteration.ts';

const steps: EvalTestStep[] = [
  { id: 'login', kind: 'toolCall', serverName: 'shop', toolName: 'login', arguments: { user: 'ann' } },
  { id: 'ask', kind: 'prompt', prompt: 'Find {{what}}.' },
  { id: 'check', kind: 'assert', assertion: { type: 'noToolErrors' } },
  { id: 'again', kind: 'prompt', prompt: 'And more?' },
];
const frozen: FrozenCase = {
  id: 'case',
  title: 'Shopping',
  steps,
  iterations: 1,
  isNegative: false,
  models: [{ model: 'scripted/rules' }],
  failOnToolError: true,
};

const call = (
  stepId: string,
  toolName: string,
  args: Record<string, unknown>,
  promptIndex?: number,
): TranscriptToolCall => ({
  id: `${stepId} ${toolName}`,
  stepId,
  stepIndex: steps.findIndex(({ id }) => id === stepId),
  serverId: 'srv',
  serverName: 'shop',
  toolName,
  arguments: args,
  isError: false,
  startMs: 0,
  ...given({ promptIndex }),
});
const said = (promptIndex: number, user: string, assistant: string): Transcript['messages'] => [
  { role: 'user', content: user, promptIndex },
  { role: 'assistant', content: '', promptIndex, toolCallId: 'x' },
  { role: 'assistant', content: assistant, promptIndex },
];
/** A transcript as it is stored: masked. */
const stored = (parts: Partial<Transcript>): Transcript => JSON.parse(maskedJson(transcript(parts))) as Transcript;
const transcript = (parts: Partial<Transcript>): Transcript => ({
  version: 1,
  steps: [],
  messages: [],
  toolCalls: [],
  userMessages: 0,
  ...parts,
});
const recorded = (parts: Partial<Transcript>, rest: Partial<RecordedIteration> = {}): RecordedIteration => ({
  runId: 'run_1',
  iterationId: 'iter_1',
  status: 'completed',
  result: 'passed',
  frozen,
  transcript: stored(parts),
  ...rest,
});
const promoted = (...args: Parameters<typeof recorded>) => promoteIteration(recorded(...args), undefined)!;

test('a promoted case has the prompts, expected calls, call steps and the last reply', () => {
  const { case: made, notes } = promoted({
    messages: [...said(0, 'Find shoes.', 'Found two.'), ...said(1, 'And more?', 'That is all.')],
    toolCalls: [
      call('login', 'login', { user: 'ann' }),
      call('ask', 'search', { q: 'shoes' }, 0),
      call('ask', 'open', { id: 1 }, 0),
      call('again', 'search', { q: 'more' }, 1),
    ],
  });
  expect(made).toEqual({
    title: 'Shopping (from a recorded trial)',
    expectedOutput: 'That is all.',
    models: [{ model: 'scripted/rules' }],
    steps: [
      { id: 'step-1', kind: 'toolCall', serverName: 'shop', toolName: 'login', arguments: { user: 'ann' } },
      { id: 'step-2', kind: 'prompt', prompt: 'Find shoes.' },
      {
        id: 'step-3',
        kind: 'assert',
        assertion: { type: 'toolCalledWith', toolName: 'search', args: { args: { q: 'shoes' } } },
      },
      {
        id: 'step-4',
        kind: 'assert',
        assertion: { type: 'toolCalledWith', toolName: 'open', args: { args: { id: 1 } } },
      },
      { id: 'step-5', kind: 'prompt', prompt: 'And more?' },
      {
        id: 'step-6',
        kind: 'assert',
        assertion: { type: 'toolCalledWith', toolName: 'search', args: { args: { q: 'more' } } },
      },
    ],
  });
  expect(notes).toEqual([expect.stringContaining('iter_1 of run run_1')]);
});

test('a promoted case has no step for a call that was not made, and no output without a prompt', () => {
  const { case: made } = promoted({
    toolCalls: [call('login', 'login', {})],
    messages: [{ role: 'assistant', content: 'Hello' }],
  });
  expect(made).toEqual({
    title: expect.any(String),
    steps: [{ id: 'step-1', kind: 'toolCall', serverName: 'shop', toolName: 'login', arguments: {} }],
  });
});

test('equal calls of a turn become one expectation with a count, in any order of keys', () => {
  const toolCalls = [
    call('ask', 'search', { a: 1, b: 2 }, 0),
    call('ask', 'open', {}, 0),
    call('ask', 'search', { b: 2, a: 1 }, 0),
  ];
  expect(promoted({ messages: said(0, 'Go.', ''), toolCalls }).case.steps.slice(1)).toMatchObject([
    { assertion: { toolName: 'search', minCount: 2 } },
    { assertion: { toolName: 'open' } },
  ]);
});

test('a value that names a type is expected exactly', () => {
  const {
    case: {
      steps: [, expected],
    },
  } = promoted({ messages: said(0, 'Go.', ''), toolCalls: [call('ask', 'search', { q: 'number' }, 0)] });
  expect(expected).toMatchObject({ assertion: { args: { args: { q: 'number' }, argumentMatching: 'exact' } } });
});

test('secrets in arguments are masked, and a person has to replace them', () => {
  const { case: made, doubts } = promoted({
    messages: said(0, 'Go.', ''),
    toolCalls: [
      call('login', 'login', { user: 'ann', password: 'hunter2' }),
      call('ask', 'search', { q: 'with Bearer abcdefghijk' }, 0),
    ],
  });
  expect(made.steps).toMatchObject([
    { arguments: { user: 'ann', password: '[redacted]' } },
    {},
    { assertion: { args: { args: { q: 'with Bearer [redacted]' } } } },
  ]);
  expect(doubts).toEqual(
    ['step-1', 'step-3'].map((stepId) => ({
      code: 'missing_prerequisite',
      message: expect.stringMatching(/^The arguments .*\[redacted\]/),
      stepId,
    })),
  );
});

test('a secret in the last reply is masked, too', () => {
  const { case: made, doubts } = promoted({ messages: said(0, 'Go.', 'The password: hunter2') });
  expect(made.expectedOutput).toBe('The password: [redacted]');
  expect(doubts).toEqual([
    { code: 'missing_prerequisite', message: expect.stringMatching(/^The reply .*\[redacted\]/) },
  ]);
});

test('a promotion without secrets needs no decision', () => {
  expect(
    promoted({ messages: said(0, 'Go.', 'Done.'), toolCalls: [call('ask', 'search', { q: 'x' }, 0)] }).doubts,
  ).toEqual([]);
});

test('a cut never leaves half a character', () => {
  const {
    case: { title, expectedOutput },
  } = promoted(
    { messages: said(0, 'Go.', `${'x'.repeat(9_999)}😀`) },
    { frozen: { ...frozen, title: `${'x'.repeat(475)}😀`.padEnd(500, 'x') } },
  );
  expect([title.isWellFormed(), expectedOutput]).toEqual([true, 'x'.repeat(9_999)]);
});

test.each([
  ['that failed', { result: 'failed' }, /did not pass \(failed\)/],
  ['that broke off', { status: 'timed_out', result: null }, /did not pass \(timed_out\)/],
])('an iteration %s is promoted with a warning', (_, rest, warning) => {
  expect(promoted({ toolCalls: [call('login', 'login', {})] }, rest).notes).toEqual([
    expect.any(String),
    expect.stringMatching(warning),
  ]);
});

test('a negative case stays negative only when no tool was called', () => {
  const negative = { ...frozen, isNegative: true };
  expect(promoted({ messages: said(0, 'Go.', 'No.') }, { frozen: negative }).case).toMatchObject({ isNegative: true });
  const { case: made, notes } = promoted(
    { messages: said(0, 'Go.', 'No.'), toolCalls: [call('ask', 'search', {}, 0)] },
    { frozen: negative },
  );
  expect(made).not.toHaveProperty('isNegative');
  expect(notes).toContainEqual(expect.stringContaining('was to call no tool'));
});

test('a case that tolerates tool errors stays tolerant', () => {
  expect(
    promoted({ toolCalls: [call('login', 'login', {})] }, { frozen: { ...frozen, failOnToolError: false } }).case,
  ).toMatchObject({ advancedConfig: { failOnToolError: false } });
});

test('a long iteration is cut to the limits of a case, with a note', () => {
  const { case: made, notes } = promoted(
    {
      messages: said(0, 'Go.', `${'x'.repeat(20_000)}\0`),
      toolCalls: Array.from({ length: 300 }, (_, i) => call('ask', 'search', { i }, 0)),
    },
    { frozen: { ...frozen, title: 'x'.repeat(500) } },
  );
  expect([made.steps.length, made.title.length, made.expectedOutput!.length]).toEqual([200, 500, 10_000]);
  expect(notes).toContainEqual(expect.stringContaining('had 301 steps'));
});

test('an empty iteration makes no case', () => expect(promoteIteration(recorded({}), 'A title')).toBeUndefined());
