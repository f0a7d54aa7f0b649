import type { IngestResult } from '@assay/contract/areas/ingestion/documents';
import { evaluateAssertion } from '@assay/grading/assertions/evaluate';
import { trialEvidence } from '@assay/grading/evidence/evidence';
import { importCase, modelOf } from './imported-case.ts';
import { importIteration } from './imported-iteration.ts';

const result = (more: Partial<IngestResult> = {}): IngestResult => ({
  caseTitle: 'adds',
  passed: true,
  query: 'add 1 and 2',
  ...more,
});
const trial = (more: Partial<IngestResult> = {}) => {
  const given = result(more);
  return importIteration(importCase('case_1', given), given);
};
const add = (args: Record<string, unknown>) => [{ toolName: 'add', arguments: args }];

test('a result becomes a prompt, expected calls and actual calls', () => {
  const given = result({
    expectedToolCalls: add({ a: 1 }),
    matchOptions: { argumentMatching: 'exact' },
    isNegativeTest: false,
    expectedOutput: '3',
  });
  expect(importCase('case_1', given)).toMatchObject({
    title: 'adds',
    isNegative: false,
    expectedOutput: '3',
    matchOptions: { toolCallOrder: 'any', extraToolCalls: 'unlimited', arguments: 'exact' },
    steps: [
      { id: 'prompt', kind: 'prompt', prompt: 'add 1 and 2' },
      {
        id: 'expected_1',
        kind: 'assert',
        assertion: { type: 'toolCalledWith', toolName: 'add', args: { args: { a: 1 }, argumentMatching: 'exact' } },
      },
    ],
  });
  expect(trial({ actualToolCalls: add({ a: 1 }), durationMs: 40, tokens: { input: 7, output: 2 } })).toMatchObject({
    transcript: {
      messages: [{ role: 'user', content: 'add 1 and 2' }],
      usage: { inputTokens: 7, outputTokens: 2 },
      toolCalls: [{ toolName: 'add', arguments: { a: 1 }, promptIndex: 0 }],
      steps: [{ stepId: 'prompt', status: 'ok', endMs: 40 }],
    },
    grade: { result: 'passed', tokensUsed: 9 },
    usage: { inputTokens: 7, outputTokens: 2, costMicros: null },
  });
});

test('a case without a query has its title as prompt', () => {
  expect(importCase('case_1', { caseTitle: 'adds', passed: true }).steps).toEqual([
    { id: 'prompt', kind: 'prompt', prompt: 'adds' },
  ]);
});

const gating = (checks: { role: string; status: string }[]) =>
  checks.filter(({ role, status }) => role === 'gating' && status === 'failed');

test("the reporter's verdict stands, and contradicting checks become advisory", () => {
  const { grade } = trial({
    passed: true,
    expectedToolCalls: add({ a: 1 }),
    actualToolCalls: [{ toolName: 'sub' }],
    matchOptions: { extraToolCalls: 0 },
    isNegativeTest: true,
  });
  expect(grade).toMatchObject({ result: 'passed', evaluatorError: false, faults: [] });
  expect(gating(grade.checks)).toEqual([]);
  expect(grade.checks).toContainEqual(
    expect.objectContaining({ type: 'toolCalledWith', role: 'advisory', status: 'failed' }),
  );
});

test('a failed iteration is explained by its error and its calls', () => {
  const { grade } = trial({
    passed: false,
    error: 'wrong sum',
    expectedToolCalls: add({ a: 1 }),
    actualToolCalls: [{ toolName: 'sub' }],
  });
  expect(grade).toMatchObject({
    result: 'failed',
    checks: [
      { type: 'toolCalledWith', role: 'gating', status: 'failed' },
      { type: 'reportedResult', role: 'gating', status: 'failed', reason: 'wrong sum' },
    ],
    expectedToolCalls: [{ toolName: 'add', arguments: { a: 1 } }],
    actualToolCalls: [{ toolName: 'sub' }],
    chain: { status: 'verified', firstFailedStage: 'selection' },
  });
  expect(trial({ passed: false }).grade).toMatchObject({ result: 'failed', chain: { firstFailedStage: 'userValue' } });
});

test('unknown fields of a result are kept unchanged', () => {
  const { transcript } = trial({
    metadata: { commit: 'abc' },
    errorDetails: { stack: 'x' },
    advancedConfig: { t: 1 },
    widgetSnapshots: [1],
    trace: { version: 3 },
  });
  expect(transcript).toMatchObject({
    imported: {
      metadata: { commit: 'abc' },
      errorDetails: { stack: 'x' },
      advancedConfig: { t: 1 },
      widgetSnapshots: [1],
      trace: { version: 3 },
    },
  });
  expect(trial().transcript).not.toHaveProperty('imported');
});

test('a trial that was reported without a widget fails an assertion about one', () =>
  expect(evaluateAssertion({ type: 'widgetRendered' }, trialEvidence(trial().transcript, {})).status).toBe('failed'));

const unpriced = { modelCalls: 0, costMicros: null };
test.each<[string, IngestResult['tokens'], object | null, number | null]>([
  ['none', undefined, null, null],
  ['both', { input: 3, output: 4 }, { inputTokens: 3, outputTokens: 4, ...unpriced }, 7],
  ['a total alone', { total: 9 }, { inputTokens: 9, outputTokens: 0, ...unpriced }, 9],
  [
    'a total that includes more',
    { input: 3, output: 4, total: 10 },
    { inputTokens: 6, outputTokens: 4, ...unpriced },
    10,
  ],
])('tokens: %s', (_, tokens, usage, tokensUsed) => {
  const imported = trial(tokens && { tokens });
  expect(imported.usage).toEqual(usage);
  expect(imported.grade.tokensUsed).toBe(tokensUsed);
});

test.each<[Partial<IngestResult>, string | null]>([
  [{}, null],
  [{ provider: 'openai' }, null],
  [{ model: 'gpt' }, 'gpt'],
  [{ model: 'gpt', provider: 'openai' }, 'openai/gpt'],
  [{ model: 'openai/gpt', provider: 'openai' }, 'openai/gpt'],
  [{ model: 'openai/gpt', provider: 'openrouter' }, 'openrouter/openai/gpt'],
  [{ model: 'openai/gpt' }, 'openai/gpt'],
])('%j is the model %s', (more, model) => expect(modelOf(result(more))).toBe(model));

test('checks keep the order of their scores, and the reported result comes last', () => {
  const { grade } = trial({
    expectedToolCalls: [...add({ a: 1 }), { toolName: 'sub' }],
    actualToolCalls: add({ a: 1 }),
  });
  expect(grade.checks.map(({ type, status }) => [type, status])).toEqual([
    ['toolCalledWith', 'passed'],
    ['toolCalledWith', 'failed'],
    ['reportedResult', 'passed'],
  ]);
  expect(grade.scores.map(({ passed }) => passed)).toEqual([true, false]);
});
