import type { Explanation, ExplanationTask } from '@assay/contract/areas/analysis/explanation';
import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import { explainedFindings } from '@assay/grading/findings/explained-findings';
import { signalFinding } from '@assay/grading/findings/signal-finding';
import { transaction, type Tx } from '@assay/kit/postgres/db';
import type { GrantedModels, GrantModelsRequest } from '@assay/mesh/gen/assay/v1/catalog';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { grantExplanation, type ExplanationGrant } from '@assay/findings/explaining/explanation-grant';
import { explanationSettler, type ExplanationEnd } from '@assay/findings/explaining/settle-explanation';
import { cancelInsights } from '@assay/findings/insights/cancel-insights';
import { shownInsights } from '@assay/findings/insights/shown-insights';
import { isAnswered, startInsights } from '@assay/findings/insights/start-insights';
import { deleteInsights, findInsights, findNewestInsights } from '@assay/findings/insights/stored-insights';
import { insightsMigrations } from '@assay/findings/migrations';

let db: TestDatabase;
beforeEach(async () => {
  db = await testDatabase({ folders: [insightsMigrations] });
});
afterEach(() => db.drop());

const MODEL = 'openai/gpt-test';
const window = { seriesId: 'study_1', windowId: '2026-W46' };
const account = { organizationId: 'org_1', projectId: 'prj_1', suiteId: '', runId: '', keyId: 'key_1' };
const grant: ExplanationGrant = { jobId: 'job_1', model: MODEL, account };

const finding = (id: string) =>
  signalFinding(
    {
      id,
      fingerprint: id,
      status: 'new',
      dimension: 'toolError',
      detail: 'serverData',
      subject: { kind: 'tool', id: 'srv/search', label: 'search (shop)' },
    },
    { count: 3, total: 9 },
    [{ sessionId: 'chat_1', excerpt: 'out of stock' }],
  );

const bodyWith = (...ids: string[]): InsightsBody => ({
  schemaVersion: 1,
  scope: { kind: 'user_testing_window', id: window.windowId },
  retryable: false,
  error: null,
  generatedAt: 5,
  summary: 'The facts.',
  coverage: {
    unit: 'sessions',
    analyzed: 9,
    total: 9,
    gradedCount: 0,
    feedbackCount: 0,
    truncated: false,
    lowConfidence: true,
  },
  findings: ids.map(finding),
  truncation: { truncated: false, omittedFindings: 0, omittedEvidence: 0, contractTruncated: false },
});

const inTransaction = <T>(work: (tx: Tx) => Promise<T>): Promise<T> => transaction(db.pool, work);
const start = (given: ExplanationGrant | undefined, body = bodyWith('rf_1'), into = window) =>
  inTransaction((tx) =>
    startInsights(tx, into, { body, grant: given, kind: 'explain', projectId: 'prj_1', subject: 'study' }),
  );
const settleIn = explanationSettler(async (_tx, body, explanation) => ({
  body: explanation ? explainedFindings(body, explanation) : body,
}));
const settle = (result: ExplanationEnd['result'], id = 'job_1') => inTransaction((tx) => settleIn(tx, { id, result }));
const cancel = (of = window) => inTransaction((tx) => cancelInsights(tx, of));
const stored = (of = window) => findInsights(db.pool, of);

const explanation: Explanation = {
  version: 1,
  model: MODEL,
  summary: 'One tool is out of stock.',
  findings: [{ id: 'rf_1', rootCause: 'The stock is empty.', recommendation: 'Fill it.' }],
};
const reported = { output: Buffer.from(JSON.stringify(explanation)) };

test('granted insights are pending until their explanation completes them, once', async () => {
  const started = await start(grant);
  expect(started).toMatchObject({
    after: { findings: 1, model: MODEL },
    work: { id: 'job_1', kind: 'explain', projectId: 'prj_1', timeoutMs: 240_000 },
  });
  const task = JSON.parse(Buffer.from(started!.work!.task).toString()) as ExplanationTask;
  expect(task).toMatchObject({
    model: MODEL,
    account,
    subject: 'study',
    facts: 'The facts.',
    findings: [{ id: 'rf_1' }],
  });
  expect(await stored()).toMatchObject({ status: 'pending', reasonCode: null });

  await settle(reported);
  const explained = shownInsights((await stored())!);
  expect(explained).toMatchObject({ status: 'completed', reasonCode: null, explainedBy: MODEL });
  expect(explained.findings).toMatchObject([{ id: 'rf_1', rootCause: 'The stock is empty.' }]);
  expect(explained.currentFindings).toEqual(explained.findings);
  await settle({ error: { code: 'TIMEOUT' } });
  expect(await stored()).toMatchObject({ status: 'completed', reasonCode: null });
});

test.each<[string, ExplanationEnd['result'], string]>([
  ['the code of its failure', { error: { code: 'QUEUE_TIMEOUT' } }, 'QUEUE_TIMEOUT'],
  ['INVALID_EXPLANATION when its report is none', { output: Buffer.from('{"version":2}') }, 'INVALID_EXPLANATION'],
  ['INVALID_EXPLANATION when its report is no JSON', { output: Buffer.from('The') }, 'INVALID_EXPLANATION'],
])('insights without a usable explanation keep their findings and %s', async (_, result, reasonCode) => {
  await start(grant);
  await settle(result);
  expect(await stored()).toMatchObject({ status: 'completed', reasonCode, body: { findings: [{ id: 'rf_1' }] } });
});

test('the reason of the adding rule is kept beside what it used', async () => {
  await start(grant);
  const rejecting = explanationSettler(async (_tx, body) => ({ body, reasonCode: 'EXPLANATION_REJECTED' }));
  await inTransaction((tx) => rejecting(tx, { id: 'job_1', result: reported }));
  expect(await stored()).toMatchObject({ status: 'completed', reasonCode: 'EXPLANATION_REJECTED' });
});

test('pending insights are not replaced, and complete ones are', async () => {
  await start(grant);
  expect(await start(undefined, bodyWith('rf_2'))).toBeUndefined();
  expect((await stored())!.body.findings).toMatchObject([{ id: 'rf_1' }]);
  await settle(reported);
  expect(await start({ reasonCode: 'MODEL_NOT_AVAILABLE' }, bodyWith('rf_2'))).toEqual({
    work: undefined,
    after: { findings: 1 },
  });
  expect(await stored()).toMatchObject({
    status: 'completed',
    reasonCode: 'MODEL_NOT_AVAILABLE',
    body: { findings: [{ id: 'rf_2' }] },
  });
});

test('a request is answered by pending insights, and by current ones unless new ones are forced', async () => {
  const answered = async (isCurrent: boolean, force: boolean) => isAnswered(await stored(), { isCurrent, force });
  expect(await answered(true, false)).toBe(false);
  await start(grant);
  expect([await answered(false, true), await answered(false, false)]).toEqual([true, true]);
  await settle(reported);
  expect([await answered(true, false), await answered(true, true), await answered(false, false)]).toEqual([
    true,
    false,
    false,
  ]);
});

test('only pending insights are cancelled, and a late report finds none', async () => {
  await expect(cancel()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await start(grant);
  await expect(cancel({ ...window, seriesId: 'study_2' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await cancel()).toBe('job_1');
  await settle(reported);
  expect(await stored()).toBeUndefined();
  await start(undefined);
  await expect(cancel()).rejects.toMatchObject({ code: 'CONFLICT' });
});

test('a cancellation waits for a report that is being settled, and finds the insights complete', async () => {
  await start(grant);
  let cancelled: Promise<string> | undefined;
  await inTransaction(async (tx) => {
    await settleIn(tx, { id: 'job_1', result: reported });
    cancelled = cancel();
    cancelled.catch(() => undefined);
    await waitUntil(async () => {
      const { rowCount } = await db.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount === 1;
    });
  });
  await expect(cancelled).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await stored()).toMatchObject({ status: 'completed' });
});

test('a series has its newest insights, and deleting some returns their work item', async () => {
  await start(undefined, bodyWith('rf_1'), { ...window, windowId: '2026-W45' });
  await start(grant, bodyWith('rf_2'));
  await start(undefined, bodyWith('rf_3'), { seriesId: 'study_2', windowId: '2026-W47' });
  expect((await findNewestInsights(db.pool, 'study_1'))!.body.findings).toMatchObject([{ id: 'rf_2' }]);
  expect(await deleteInsights(db.pool, window)).toBe('job_1');
  expect((await findNewestInsights(db.pool, 'study_1'))!.body.findings).toMatchObject([{ id: 'rf_1' }]);
  expect(await deleteInsights(db.pool, window)).toBeUndefined();
});

describe('the grant of an explanation', () => {
  const requests: GrantModelsRequest[] = [];
  const answer: GrantedModels = { grants: [], sealedAccess: Buffer.alloc(0), refusal: undefined };
  const granted = (changes: Partial<GrantedModels>, models: (string | null | undefined)[], body = bodyWith('rf_1')) =>
    grantExplanation(
      async (request) => {
        requests.push(request);
        return { ...answer, ...changes };
      },
      body,
      { jobId: 'job_1', account, models },
    );
  beforeEach(() => requests.splice(0));

  test('is not asked for without findings, and without a model that explains', async () => {
    expect(await granted({}, [MODEL], bodyWith())).toBeUndefined();
    expect(await granted({}, [undefined, null, '', 'scripted/echo'])).toBeUndefined();
    expect(requests).toEqual([]);
  });

  test('asks for the first model that explains, for the account of the job', async () => {
    const sealedAccess = Buffer.from('sealed');
    const grants = [{ id: MODEL }] as GrantedModels['grants'];
    expect(await granted({ grants, sealedAccess }, ['scripted/echo', MODEL, 'openai/other'])).toEqual({
      jobId: 'job_1',
      model: MODEL,
      account,
      access: { sealed: sealedAccess.toString('base64'), context: 'job:job_1' },
    });
    expect(requests).toMatchObject([{ models: [MODEL], keyId: 'key_1', sealedFor: 'job:job_1' }]);
  });

  test('says why no model explains', async () => {
    const refusal = { reason: 'budget' } as never;
    expect(await granted({ refusal }, [MODEL])).toEqual({ reasonCode: 'BUDGET_EXHAUSTED' });
    expect(await granted({}, [MODEL])).toEqual({ reasonCode: 'MODEL_NOT_AVAILABLE' });
  });
});
