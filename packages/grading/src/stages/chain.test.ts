import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { Chain } from '@assay/contract/areas/analysis/decision-summary';
import type { StepAssertion } from '@assay/contract/areas/cases/step';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { growthOf } from '@assay/testkit/growth';
import {
  assertStep,
  toolCall,
  frozenCase,
  inventory,
  promptStep,
  stepsEnded,
  promptReplied,
  toolError,
  toolStep,
  transcript,
  withoutResult,
} from '../../test/transcripts.ts';
import { gradeIteration } from '../iteration/grade-iteration.ts';
import { stageChain } from './chain.ts';

type End = { status?: string; blame?: string | null; errorCode?: string | null; hasServers?: boolean };

/** The chain of an iteration after grading: a case with one step, assertions, and a transcript. */
function chainOf(
  kind: 'tool' | 'prompt',
  asserted: StepAssertion[],
  seen: Partial<Transcript>,
  { status = 'completed', blame = null, errorCode = null, hasServers = true }: End = {},
  more: Partial<FrozenCase> = {},
): Chain {
  const steps = [
    kind === 'tool' ? toolStep('s1') : promptStep('s1'),
    ...asserted.map((assertion, i) => assertStep(`a${i}`, assertion)),
  ];
  const evidence = transcript({ steps: stepsEnded(steps), ...seen });
  return stageChain({
    transcript: evidence,
    grade: gradeIteration(frozenCase(steps, more), [], evidence),
    status,
    blame,
    errorCode,
    hasServers,
  });
}

const states = (chain: Chain): string =>
  chain.status === 'verified' ? chain.stages.map(({ state }) => state).join(' ') : chain.status;
const broke = (chain: Chain) => (chain.status === 'verified' ? [chain.firstFailedStage, chain.failureCategory] : []);
const rowOf = (chain: Chain, stage: string) =>
  chain.status === 'verified' ? chain.stages.find((row) => row.stage === stage) : undefined;

const inTurn = (...args: Parameters<typeof toolCall>) => toolCall(args[0], args[1], { promptIndex: 0, ...args[2] });
const calledWith = (toolName: string, args: Record<string, unknown>): StepAssertion => ({
  type: 'toolCalledWith',
  toolName,
  args: { args },
});
const failedAs = (code: string, message = 'x') => ({
  status: 'failed',
  blame: 'server',
  errorCode: code,
  error: { code, message },
});

test('a passed iteration has no failed stage, and six rows in order', () => {
  const chain = chainOf('tool', [{ type: 'toolResultContains', needle: 'done' }], { toolCalls: [toolCall('echo')] });
  expect(chain).toMatchObject({
    status: 'verified',
    analyzerVersion: 1,
    stages: ['connection', 'discovery', 'selection', 'call', 'response', 'userValue'].map((stage) => ({ stage })),
  });
  expect([broke(chain), states(chain)]).toEqual([
    [undefined, undefined],
    'passed notMeasured notApplicable passed passed notApplicable',
  ]);
});

test('without a server, connection and discovery are not applicable', () =>
  expect(states(chainOf('prompt', [], promptReplied('Hm.'), { hasServers: false }))).toBe(
    'notApplicable notApplicable notMeasured notApplicable notApplicable notMeasured',
  ));

test('without records nothing is known', () =>
  expect(
    stageChain({
      transcript: undefined,
      grade: null,
      status: 'failed',
      blame: 'platform',
      errorCode: 'RUNNER_LOST',
      hasServers: true,
    }),
  ).toEqual({ status: 'absent' }));

test.each<[string, Chain, (string | undefined)[], string]>([
  [
    'a server that cannot be reached',
    chainOf(
      'tool',
      [],
      { steps: [], error: { code: 'SERVER_UNREACHABLE', message: 'gone' } },
      { status: 'setup_failed', blame: 'server' },
    ),
    ['connection', 'setup'],
    'failed notReached notReached notReached notReached notReached',
  ],
  [
    'a server whose tools cannot be listed',
    chainOf(
      'prompt',
      [],
      { steps: [], error: { code: 'FEATURE_NOT_SUPPORTED', message: 'no tools/list' } },
      { status: 'failed', blame: 'server' },
    ),
    ['discovery', 'metadata'],
    'notMeasured failed notReached notReached notReached notReached',
  ],
  [
    'a server that answers the list of its tools with a JSON-RPC error',
    chainOf(
      'prompt',
      [],
      {
        steps: [],
        error: { code: 'RPC_ERROR', message: 'The server answered tools/list with JSON-RPC error -32603: x' },
      },
      { status: 'failed', blame: 'server' },
    ),
    ['discovery', 'metadata'],
    'notMeasured failed notReached notReached notReached notReached',
  ],
  [
    'a tool description that is missing',
    chainOf('tool', [{ type: 'toolDescriptionsPresent' }], {
      toolCalls: [toolCall('echo')],
      inventory: inventory({ name: 'echo' }),
    }),
    ['discovery', 'metadata'],
    'passed failed notApplicable passed passed notApplicable',
  ],
  [
    'the wrong tool',
    chainOf('prompt', [calledWith('search', { q: 'x' })], { ...promptReplied('Hm.'), toolCalls: [inTurn('echo')] }),
    ['selection', 'selection'],
    'passed passed failed passed passed notMeasured',
  ],
  [
    'no tool at all',
    chainOf('prompt', [calledWith('search', { q: 'x' })], promptReplied('Hm.')),
    ['selection', 'selection'],
    'passed passed failed notReached notReached notMeasured',
  ],
  [
    'the right tool with other arguments',
    chainOf('prompt', [calledWith('search', { q: 'x' })], {
      ...promptReplied('Hm.'),
      toolCalls: [inTurn('search', { q: 'y' })],
    }),
    ['selection', 'arguments'],
    'passed passed failed passed passed notMeasured',
  ],
  [
    'matched calls of which only the arguments differ',
    chainOf(
      'prompt',
      [calledWith('search', { q: 'x' })],
      { ...promptReplied('Hm.'), toolCalls: [inTurn('search', { q: 'y' })] },
      {},
      { matchOptions: { toolCallOrder: 'any', extraToolCalls: 0, arguments: 'exact' } },
    ),
    ['selection', 'arguments'],
    'passed passed failed passed passed notMeasured',
  ],
  [
    'a call where none was wanted',
    chainOf('prompt', [], { ...promptReplied('Hm.'), toolCalls: [inTurn('echo')] }, {}, { isNegative: true }),
    ['selection', 'selection'],
    'passed passed failed passed passed notMeasured',
  ],
  [
    'a tool that does not exist',
    chainOf('tool', [], { toolCalls: [toolCall('nope', {}, toolError('MCP error -32602: Tool nope not found'))] }),
    ['selection', 'selection'],
    'passed notMeasured failed notMeasured notMeasured notApplicable',
  ],
  [
    'arguments that the tool refuses',
    chainOf('tool', [], {
      toolCalls: [toolCall('echo', {}, toolError('MCP error -32602: Input validation error: message is required'))],
    }),
    ['call', 'arguments'],
    'passed notMeasured notApplicable failed notMeasured notApplicable',
  ],
  [
    'arguments that the model wrote as no JSON',
    chainOf('tool', [], {
      toolCalls: [
        { ...withoutResult('echo'), isError: true, error: { code: 'INVALID_ARGUMENTS', message: 'They are not: {' } },
      ],
    }),
    ['call', 'arguments'],
    'passed notMeasured notApplicable failed notMeasured notApplicable',
  ],
  [
    'a tool that fails',
    chainOf('tool', [], { toolCalls: [toolCall('echo', {}, toolError('database is locked'))] }),
    ['response', 'serverData'],
    'passed notMeasured notApplicable notMeasured failed notApplicable',
  ],
  ...['ink is out', 'fetch failed: ECONNREFUSED', 'tool backend: order not found', 'invalid input'].map(
    (words): [string, Chain, (string | undefined)[], string] => [
      `a tool that answered with a JSON-RPC error, ${words}`,
      chainOf('tool', [], {
        toolCalls: [
          {
            ...withoutResult('echo'),
            isError: true,
            error: { code: 'RPC_ERROR', message: `The server answered with JSON-RPC error -32603: ${words}` },
          },
        ],
      }),
      ['response', 'serverData'],
      'passed notMeasured notApplicable notMeasured failed notApplicable',
    ],
  ),
  [
    'a tool that lost the connection',
    chainOf('tool', [], {
      toolCalls: [{ ...withoutResult('echo'), isError: true, error: { code: 'SERVER_UNREACHABLE', message: 'broke' } }],
    }),
    ['connection', 'setup'],
    'failed notReached notApplicable notMeasured notMeasured notApplicable',
  ],
  [
    'a result that is not the expected one',
    chainOf('tool', [{ type: 'toolResultContains', needle: 'gold' }], { toolCalls: [toolCall('echo')] }),
    ['response', 'serverData'],
    'passed notMeasured notApplicable passed failed notApplicable',
  ],
  [
    'a reply that is not the expected one',
    chainOf('prompt', [{ type: 'responseContains', needle: 'gold' }], {
      ...promptReplied('Iron.'),
      toolCalls: [inTurn('echo')],
    }),
    ['userValue', 'userValue'],
    'passed passed notMeasured passed passed failed',
  ],
  [
    'a server that let the trial wait too long',
    chainOf(
      'tool',
      [],
      { toolCalls: [toolCall('echo')], error: { code: 'TIMEOUT', message: 'late' } },
      { status: 'timed_out', blame: 'server' },
    ),
    ['response', 'serverData'],
    'passed notMeasured notApplicable passed failed notReached',
  ],
  [
    'an assertion that cannot be judged',
    chainOf('tool', [{ type: 'toolDescriptionsPresent' }], { toolCalls: [toolCall('echo')] }),
    [undefined, 'evaluator'],
    'passed notMeasured notApplicable passed passed notApplicable',
  ],
  [
    'a provider that failed',
    chainOf(
      'prompt',
      [],
      { userMessages: 1, error: { code: 'RATE_LIMITED', message: 'busy' } },
      { ...failedAs('RATE_LIMITED'), blame: 'provider' },
    ),
    [undefined, 'evaluator'],
    'notMeasured notMeasured notReached notReached notReached notReached',
  ],
])('%s', (_, chain, expected, rows) => expect([broke(chain), states(chain)]).toEqual([expected, rows]));

test('the failed row has its place, its tool and its code', () => {
  const chain = chainOf('prompt', [], {
    ...promptReplied(''),
    toolCalls: [
      inTurn('a'),
      inTurn('b', {}, { isError: true, error: { code: 'TIMEOUT', message: 'token=hunter2 late' } }),
    ],
  });
  expect(rowOf(chain, 'response')).toEqual({
    stage: 'response',
    state: 'failed',
    toolName: 'b',
    errorCode: 'TIMEOUT',
    spanIds: ['call-b'],
    promptIndexes: [0],
    reasons: ['b failed: token=[redacted] late'],
  });
});

test('advisory failures and tolerated errors fail no stage', () => {
  const advisory = chainOf('tool', [{ type: 'toolResultContains', needle: 'gold', role: 'advisory' }], {
    toolCalls: [toolCall('echo')],
  });
  const tolerated = chainOf(
    'tool',
    [],
    { toolCalls: [toolCall('echo', {}, toolError('no'))] },
    {},
    { failOnToolError: false },
  );
  expect([broke(advisory), broke(tolerated), states(tolerated)]).toEqual([
    [undefined, undefined],
    [undefined, undefined],
    'passed notMeasured notApplicable notMeasured notMeasured notApplicable',
  ]);
});

test('a failed iteration of many calls is described within bounds', () => {
  const toolCalls = Array.from({ length: 300 }, (_, i) =>
    toolCall(`t${i}`, {}, { ...toolError(`no ${i}`), id: `c${i}` }),
  );
  const row = rowOf(chainOf('tool', [], { toolCalls }), 'response');
  expect([row?.reasons?.length, row?.spanIds?.length]).toEqual([5, 20]);
});

test('a hostile error text is searched quickly', () => {
  const read = (words: number) =>
    chainOf('tool', [], { toolCalls: [toolCall('echo', {}, toolError(`tool${' tool'.repeat(words)}`))] });
  expect(growthOf(read, 5_000, 16)).toBeLessThan(64);
});
