import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { Explanation, ExplanationTask } from '@assay/contract/areas/analysis/explanation';
import { Insights } from '@assay/contract/areas/analysis/insights';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { operations } from '@assay/contract/operations';
import { WorkService, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { schemaCompiler } from '@assay/kit/json/schema';
import { answeredWork } from '@assay/work/runner/work-handler';
import { askFor, echoCase, openRuns, echoTranscript, type RunsFixture, type HeldItem } from '../support/harness.ts';

let runs: RunsFixture;
let suites = 0;
beforeAll(async () => {
  runs = await openRuns();
  runs.world.models.hostedModels.push('openai/gpt-test');
});
afterAll(() => runs.close());

const isInsights = schemaCompiler()(Insights);
const caseOf = (item: HeldItem): string => (JSON.parse(item.case.toString()) as FrozenCase).id;
const failing = (said: string): Transcript => {
  const seen = echoTranscript(said);
  return {
    ...seen,
    toolCalls: seen.toolCalls.map((call) => ({ ...call, isError: true, result: { ...call.result, isError: true } })),
    inventory: [
      {
        serverId: 'srv',
        serverName: 'everything',
        complete: true,
        tools: [{ name: 'echo', description: 'Echoes.', inputSchema: { type: 'object' } }],
      },
    ],
  };
};

/** A finished run of a suite whose cases `a`, `b` and `c` end as `evidence` says. */
async function finished(
  evidence: (caseId: string) => Transcript,
  { suiteId = `suite${++suites}`, judge, caseIds }: { suiteId?: string; judge?: string; caseIds?: string[] } = {},
): Promise<string> {
  const config = { enabled: true, model: judge ?? null, autoRun: false, threshold: 0.7 };
  runs.world.suites.set(suiteId, {
    cases: ['a', 'b', 'c'].map((id) => echoCase(id)),
    suite: { judge: Buffer.from(JSON.stringify(config)) },
  });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId, ...given({ caseIds }) });
  await runs.report(await runs.lease('r'), (item) => evidence(caseOf(item)));
  return runId;
}

const ask = async (runId: string, body: object = {}) =>
  (await runs.call(operations.requestEvalRunInsights, { runId }, body)).status;
const read = async (runId: string): Promise<Insights> => {
  const { insights } = await runs.call(operations.getEvalRun, { runId });
  expect(isInsights(insights)).toBe(true);
  return insights as Insights;
};
const locked = (caseId: string): Transcript =>
  caseId === 'c' ? echoTranscript('c') : failing(`row ${caseId.charCodeAt(0)} of "${caseId}" is locked, token=hunter2`);

const leaseExplanation = async (): Promise<WorkItem | undefined> =>
  (await runs.asRunner.call(WorkService.lease, { ...askFor, freeSlots: 1, kinds: ['explain'] })).items[0];
const answer = async ({ id, kind, fence }: WorkItem, ending: { output?: object; errorCode?: string }) => {
  const output = Buffer.from(ending.output ? JSON.stringify(ending.output) : '');
  const reports = [{ id, kind, fence, ...answeredWork(output), errorCode: ending.errorCode ?? '' }];
  const { refusedIds } = await runs.asRunner.call(WorkService.complete, { runnerId: 'r', reports });
  return { refused: refusedIds.length > 0 };
};

test('a run has no insights until they are requested', async () => {
  expect(await read(await finished(locked))).toMatchObject({
    status: 'not_requested',
    findings: [],
    currentFindings: [],
    generatedAt: null,
    summary: null,
  });
});

test('one cause makes one finding, with its tool, masked evidence and a summary', async () => {
  const runId = await finished(locked);
  expect(await ask(runId)).toBe('pending');
  const insights = await read(runId);
  expect(insights).toMatchObject({
    status: 'completed',
    scope: { kind: 'eval_run', id: runId },
    reasonCode: null,
    error: null,
    summary: '2 of 3 trials did not pass, all in the same way. The most frequent, in 2 trials: echo fails.',
    coverage: { unit: 'iterations', analyzed: 3, total: 3, gradedCount: 3, truncated: false, lowConfidence: true },
    findings: [
      {
        status: 'new',
        patternSlug: 'tool-fails',
        title: 'echo fails',
        severity: 'high',
        caseIds: ['a', 'b'],
        affected: { count: 2, total: 3, unit: 'iterations' },
        target: {
          serverId: 'srv',
          toolName: 'echo',
          surface: 'handler',
          currentDefinition: { description: 'Echoes.', inputSchemaJson: '{"type":"object"}', truncated: false },
        },
        evidence: [{ kind: 'tool_error', toolName: 'echo' }, { kind: 'tool_error' }],
      },
    ],
    runHealth: { targets: [{ subjectKind: 'host', attempted: 3, succeeded: 1, failed: 2, rateLimited: 0 }] },
    truncation: { truncated: false, omittedFindings: 0 },
  });
  expect(insights.currentFindings).toEqual(insights.findings);
  expect(JSON.stringify(insights)).not.toContain('hunter2');
});

test('findings are compared with earlier runs: new, recurring, resolved, regressed', async () => {
  const suiteId = `suite${++suites}`;
  const told = async (evidence: (caseId: string) => Transcript, caseIds?: string[]) => {
    const runId = await finished(evidence, { suiteId, ...given({ caseIds }) });
    await ask(runId);
    const { findings, resolvedFindings = [] } = await read(runId);
    const since = findings.map(({ status, knownSince }) => (knownSince ? `${status} ${knownSince.runNumber}` : status));
    return [since, resolvedFindings.map(({ status }) => status)];
  };
  expect(await told(locked)).toEqual([['new'], []]);
  expect(await told(locked)).toEqual([['recurring 1'], []]);
  expect(await told(echoTranscript, ['c'])).toEqual([[], []]);
  expect(await told(locked)).toEqual([['regressed 1'], []]);
  expect(await told(echoTranscript)).toEqual([[], ['resolved']]);
});

test('findings of an earlier suite of the same id are not compared', async () => {
  const suiteId = `suite${++suites}`;
  await ask(await finished(locked, { suiteId }));
  await runs.call(operations.deleteEvalSuite, { suiteId });
  const runId = await finished(locked, { suiteId });
  await ask(runId);
  expect((await read(runId)).findings).toMatchObject([{ status: 'new' }]);
});

test('a run whose model was unavailable resolves no finding', async () => {
  const suiteId = `suite${++suites}`;
  await ask(await finished(locked, { suiteId }));
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId });
  const away = {
    outcome: Outcome.FAILED,
    blame: Blame.PROVIDER,
    errorCode: 'PROVIDER_UNAVAILABLE',
    errorMessage: 'overloaded',
    transcript: Buffer.alloc(0),
  };
  await runs.report(await runs.lease('r'), (item) => echoTranscript(caseOf(item)), away);
  await ask(runId);
  expect((await read(runId)).resolvedFindings).toBeUndefined();
});

test('a repeated request does nothing unless forced, and a run under way has no insights', async () => {
  const runId = await finished(locked);
  await ask(runId);
  const first = await read(runId);
  expect(await ask(runId)).toBe('completed');
  expect((await read(runId)).updatedAt).toBe(first.updatedAt);
  expect(await ask(runId, { force: true })).toBe('pending');
  expect((await read(runId)).generatedAt).toBeGreaterThan(first.generatedAt!);

  runs.world.suites.set('open', { cases: [echoCase('a')] });
  const { runId: open } = await runs.call(operations.createEvalRun, {}, { suiteId: 'open' });
  await expect(ask(open)).rejects.toMatchObject({ code: 'CONFLICT', details: { reason: 'RUN_NOT_TERMINAL' } });
  await runs.report(await runs.lease('r'), () => echoTranscript('a'));
});

test.each([
  ['an unknown field', { forced: true }, '/forced'],
  ['a force that is no boolean', { force: 'yes' }, '/force'],
])('%s is refused', async (_, body, path) => {
  await expect(ask('run_x', body)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
});
test('a run that does not exist is not found', async () => {
  await expect(ask('run_x')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test("the judge's model explains findings, masked and clipped; they are readable before", async () => {
  const runId = await finished(locked, { judge: 'openai/gpt-test' });
  expect(await ask(runId)).toBe('pending');
  expect(await ask(runId, { force: true })).toBe('pending');
  expect(await read(runId)).toMatchObject({ status: 'pending', findings: [{ title: 'echo fails' }] });

  const job = (await leaseExplanation())!;
  const task = JSON.parse(job.task.toString()) as ExplanationTask;
  expect(task).toMatchObject({
    version: 1,
    model: 'openai/gpt-test',
    account: { organizationId: 'org', projectId: 'prj', runId },
    findings: [{ title: 'echo fails' }],
  });
  const output: Explanation = {
    version: 1,
    model: 'openai/gpt-test',
    summary: 'The rows are locked. password=hunter2',
    findings: [
      { id: task.findings[0]!.id, rootCause: 'x'.repeat(5_000), recommendation: 'Unlock them.\0' },
      { id: 'rf_made_up', rootCause: 'y', recommendation: 'z' },
    ],
  };
  expect(await answer(job, { output })).toEqual({ refused: false });
  const insights = await read(runId);
  expect(insights).toMatchObject({
    status: 'completed',
    reasonCode: null,
    explainedBy: 'openai/gpt-test',
    summary: 'The rows are locked. password=[redacted]',
    findings: [{ recommendation: 'Unlock them.' }],
  });
  expect([insights.findings.length, insights.findings[0]!.rootCause!.length]).toEqual([1, 1_000]);
  expect(await leaseExplanation()).toBeUndefined();
});

test.each<[string, { output?: object; errorCode?: string }, string]>([
  ['fails', { errorCode: 'SERVER_UNREACHABLE' }, 'SERVER_UNREACHABLE'],
  ['answers nonsense', { output: { version: 1, findings: 'none' } }, 'INVALID_EXPLANATION'],
])('a model that %s leaves the findings complete, and the reason with them', async (_, ending, reasonCode) => {
  const runId = await finished(locked, { judge: 'openai/gpt-test' });
  await ask(runId);
  await answer((await leaseExplanation())!, ending);
  expect(await read(runId)).toMatchObject({
    status: 'completed',
    reasonCode,
    findings: [{ title: 'echo fails' }],
    summary: expect.stringContaining('2 of 3'),
  });
});

test('an unavailable model is reported, and no work item is left', async () => {
  const runId = await finished(locked, { judge: 'openai/unheard-of' });
  expect(await ask(runId)).toBe('pending');
  expect(await read(runId)).toMatchObject({ reasonCode: 'MODEL_NOT_AVAILABLE' });
  expect(await leaseExplanation()).toBeUndefined();
});

test('a budget that is used up prevents the explanation, but not the findings', async () => {
  const runId = await finished(locked, { judge: 'openai/gpt-test' });
  runs.world.models.refusal = {
    budgetId: 'b',
    scope: 'project',
    scopeId: 'prj',
    resetsAtMs: 0,
    underWay: false,
    message: 'used up',
  };
  expect(await ask(runId)).toBe('pending');
  expect(await read(runId)).toMatchObject({ reasonCode: 'BUDGET_EXHAUSTED', findings: [{ title: 'echo fails' }] });
  runs.world.models.refusal = undefined;
});

test("the operator's model explains when the suite has none, with access for the item only", async () => {
  const other = runs;
  runs = await openRuns({ explaining: { insightsModel: 'openai/gpt-test' } });
  runs.world.models.organizationProviders.add('openai');
  try {
    expect(await ask(await finished(locked))).toBe('pending');
    const job = (await leaseExplanation())!;
    expect(JSON.parse(job.task.toString())).toMatchObject({
      model: 'openai/gpt-test',
      access: { sealed: expect.any(String), context: `job:${job.id}` },
    });
    expect(runs.world.models.grantRequests.at(-1)).toMatchObject({
      models: ['openai/gpt-test'],
      sealedFor: `job:${job.id}`,
      suiteId: `suite${suites}`,
    });
  } finally {
    await runs.close();
    runs = other;
  }
});

test('a run without failures needs no model', async () => {
  const runId = await finished(echoTranscript, { judge: 'openai/gpt-test' });
  expect(await ask(runId)).toBe('pending');
  expect(await read(runId)).toMatchObject({ summary: 'All of 3 trials passed.', findings: [] });
});
