import { mkdir, mkdtemp, readdir, rm, rmdir, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { ProjectDeleted } from '@assay/mesh/events';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { folderBlobs } from '@assay/kit/blobs/folder';
import { openBus } from '@assay/kit/bus/open-bus';
import { openCursors } from '@assay/kit/requests/cursor';
import { uploadScope } from '@assay/contract/areas/ingestion/upload-scope';
import { expiringToken } from '@assay/kit/security/signed-token';
import { watchAudit } from '@assay/testkit/audit/watch-audit';
import { eventMessage } from '@assay/testkit/events/event-message';
import { waitUntil } from '@assay/testkit/until';
import { deleteOldArtifacts } from '../../src/actions/ingestion/store-artifact.ts';
import { testCaller, silentLog, openRuns, type RunsFixture } from '../support/harness.ts';
import { reporterOf } from '../support/ingest.ts';

let folder: string;
let runs: RunsFixture;
beforeAll(async () => {
  folder = await mkdtemp(join(tmpdir(), 'assay-artifacts-'));
  runs = await openRuns({ blobs: { folder } });
});
afterAll(async () => {
  await runs.close();
  await rm(folder, { recursive: true });
});
const reporter = reporterOf(() => runs);

const memberOf = (projectId: string) => ({ ...testCaller, projectId });
const tokenIn = (url: string) => url.split('/').at(-1)!;
const newToken = async (projectId = 'prj') =>
  tokenIn((await runs.call(operations.createEvalIngestUploadUrl, { projectId }, {}, memberOf(projectId))).uploadUrl);
/** The call that the gateway makes for a PUT or POST without a key. */
const upload = async (uploadToken: string, content: string | Buffer, projectId = 'prj', to = runs) => {
  const { json } = await to.asUser.call(
    rpcOf(operations.putEvalIngestArtifact),
    { projectId, uploadToken, input: Buffer.from(content) },
    { caller: { requestId: 'anonymous' } },
  );
  return (JSON.parse(json.toString()) as { storageId: string }).storageId;
};
const uploaded = async (content: string | Buffer, projectId?: string) =>
  upload(await newToken(projectId), content, projectId);

const JUNIT =
  '<testsuite><testcase classname="a" name="one" time="0.5"/><testcase classname="a" name="two"><failure message="no"/></testcase><testcase name="three"><skipped/></testcase></testsuite>';
const JEST = JSON.stringify({
  testResults: [{ name: 'x.test.ts', assertionResults: [{ title: 'works', status: 'passed', duration: 3 }] }],
});

test('a file is uploaded without a key, to a URL of our own', async () => {
  const { ok, uploadUrl, expiresAt } = await runs.call(operations.createEvalIngestUploadUrl, {});
  expect([ok, uploadUrl]).toEqual([
    true,
    expect.stringMatching(/^http:\/\/assay\.test\/api\/v1\/projects\/prj\/eval-ingest\/artifacts\/[\w-]{20,300}$/),
  ]);
  expect(Math.round((expiresAt - Date.now()) / 60_000)).toBe(15);
  expect(await upload(tokenIn(uploadUrl), JUNIT)).toMatch(/^art_[0-9a-z]{26}$/);
});

test('an upload is audited once, as a write of the principal that asked for its URL', async () => {
  const told = await watchAudit(runs.db.pool);
  const token = await newToken();
  const storageId = await upload(token, JUNIT);
  await upload(token, JUNIT);
  const uploads = (await told()).filter(({ target, after }) => target.artifactId === storageId && after !== undefined);
  expect(uploads).toMatchObject([
    {
      operation: 'PutEvalIngestArtifact',
      organizationId: testCaller.organizationId,
      userId: testCaller.userId,
      after: { bytes: JUNIT.length, sha256: expect.stringMatching(/^[0-9a-f]{64}$/) },
    },
  ]);
});

test.each<[string, string, string, object[]]>([
  [
    'junit',
    'junit',
    JUNIT,
    [
      { title: 'one', result: 'passed', durationMs: 500 },
      { title: 'two', result: 'failed', error: 'no' },
      { title: 'three', status: 'skipped', result: null },
    ],
  ],
  ['jest', 'jest', JEST, [{ title: 'works', result: 'passed', durationMs: 3 }]],
  ['vitest', 'vitest', JEST, [{ title: 'works', result: 'passed' }]],
])('a run is reported by its %s report', async (_, format, content, iterations) => {
  const { runId } = await reporter.report({ artifact: { storageId: await uploaded(content), format } });
  expect(await reporter.iterations(runId)).toMatchObject(iterations);
});

test('an artifact that is sent again counts once', async () => {
  const { runId } = await reporter.start({});
  const artifact = { storageId: await uploaded(JUNIT), format: 'junit' };
  const send = () => runs.call(operations.ingestEvalRunIterations, {}, { runId, artifact });
  expect(await send()).toEqual({ ok: true, inserted: 3, skipped: 0, total: 3 });
  expect(await send()).toEqual({ ok: true, inserted: 0, skipped: 3, total: 3 });
  expect(await reporter.finalize({ runId })).toMatchObject({
    result: 'failed',
    summary: { total: 2, passed: 1, failed: 1 },
  });
});

test('the same test is the same case in every run', async () => {
  const caseIds = async () =>
    (
      await reporter.iterations(
        (await reporter.report({ artifact: { storageId: await uploaded(JUNIT), format: 'junit' } })).runId,
      )
    ).map(({ testCaseId }) => testCaseId);
  expect(await caseIds()).toEqual(await caseIds());
});

test('an invalid report is refused, and leaves no run behind', async () => {
  const report = async (content: string, format: string) =>
    reporter.report({ externalRunId: 'unreadable', artifact: { storageId: await uploaded(content), format } });
  await expect(report('<testsuite>\n<testcase name="a"></b>', 'junit')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/artifact' }], line: 2 },
  });
  await expect(report(JUNIT, 'jest')).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/artifact' }] },
  });
  expect((await runs.db.pool.query(`select from runs where external_run_id = 'unreadable'`)).rowCount).toBe(0);
});

test('a URL accepts one file: the same file may be sent again, another one not', async () => {
  const token = await newToken();
  const ids = await Promise.all(Array.from({ length: 4 }, () => upload(token, JUNIT)));
  expect(new Set([...ids, await upload(token, JUNIT)]).size).toBe(1);
  await expect(upload(token, JEST)).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await folderBlobs(folder).get(ids[0]!)).toEqual(Buffer.from(JUNIT));
});

test('of two concurrent files for one URL, one is kept whole', async () => {
  const token = await newToken();
  const files = [JUNIT, JEST];
  const outcomes = await Promise.allSettled(files.map((file) => upload(token, file)));
  const kept = outcomes.findIndex(({ status }) => status === 'fulfilled');
  expect(outcomes[1 - kept]).toMatchObject({ status: 'rejected', reason: { code: 'CONFLICT' } });
  expect((await folderBlobs(folder).get(await upload(token, files[kept]!)))?.toString()).toBe(files[kept]);
});

const sealed = (secret: string, projectId: string, expiresAt: number) =>
  expiringToken(secret, uploadScope(projectId), 'art_forged', expiresAt);
test.each<[string, () => string | Promise<string>]>([
  ['nothing that we signed', () => 'x'.repeat(80)],
  ['nothing at all', () => ''],
  ["another installation's signature", () => sealed('another secret', 'prj', Date.now() + 60_000)],
  ["another project's URL", () => newToken('prj_2')],
  ['a cursor of a list', () => openCursors('mesh').encode('runs prj suite', ['art_forged', Date.now() + 60_000])],
  ['a token whose time is up', () => sealed('mesh', 'prj', Date.now() - 1)],
])('an upload with %s is not found', async (_, token) => {
  await expect(upload(await token(), JUNIT)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await readdir(folder)).not.toContain('art_forged');
});

test.each<[string, number]>([
  ['an empty file', 0],
  ['a file over 10 MiB', 10 * 1024 * 1024 + 1],
])('%s is refused', async (_, bytes) => {
  await expect(upload(await newToken(), Buffer.alloc(bytes))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

const nobodys = { code: 'VALIDATION_ERROR', details: { issues: [{ path: '/artifact/storageId' }] } };
test('an artifact of another project, or one that was never uploaded, is not found', async () => {
  const theirs = { storageId: await uploaded(JUNIT, 'prj_2'), format: 'junit' };
  await expect(reporter.report({ artifact: theirs })).rejects.toMatchObject(nobodys);
  await expect(reporter.report({ artifact: { ...theirs, storageId: 'art_none' } })).rejects.toMatchObject(nobodys);
  await expect(reporter.report({ artifact: { ...theirs, storageId: '../../etc/passwd' } })).rejects.toMatchObject(
    nobodys,
  );
  expect(
    await runs.call(
      operations.reportEvalRun,
      { projectId: 'prj_2' },
      { suiteName: 'x', artifact: theirs },
      memberOf('prj_2'),
    ),
  ).toMatchObject({ ok: true });
});

const blobs = () => readdir(folder);
test('an expired artifact is deleted, from the store first', async () => {
  const [old, kept] = [await uploaded(JUNIT), await uploaded(JEST)];
  const {
    rows: [{ days }],
  } = await runs.db.pool.query(
    `select extract(epoch from expires_at - stored_at)::int / 86400 as days from artifacts where id = $1`,
    [old],
  );
  expect(days).toBeGreaterThanOrEqual(29);
  await runs.db.pool.query(`update artifacts set expires_at = now() - interval '1 s' where id = $1`, [old]);
  await expect(reporter.report({ artifact: { storageId: old, format: 'junit' } })).rejects.toMatchObject(nobodys);
  await deleteOldArtifacts(runs.db.pool, folderBlobs(folder));
  expect(await blobs()).toEqual(expect.arrayContaining([kept]));
  expect(await blobs()).not.toContain(old);
  expect((await runs.db.pool.query('select from artifacts where id = $1', [old])).rowCount).toBe(0);
});

test('an artifact that cannot be deleted does not stop the others', async () => {
  const [stuck, next] = [await uploaded(JUNIT), await uploaded(JEST)];
  await rm(join(folder, stuck));
  await mkdir(join(folder, stuck));
  await runs.db.pool.query(
    `update artifacts set expires_at = now() - case id when $1 then interval '2 s' else interval '1 s' end where id in ($1, $2)`,
    [stuck, next],
  );
  await expect(deleteOldArtifacts(runs.db.pool, folderBlobs(folder))).rejects.toThrow(
    '1 artifacts could not be deleted.',
  );
  expect(await blobs()).toEqual(expect.arrayContaining([stuck]));
  expect(await blobs()).not.toContain(next);
  await rmdir(join(folder, stuck));
  await deleteOldArtifacts(runs.db.pool, folderBlobs(folder));
});

test("a deleted project's artifacts are deleted, and new ones are refused", async () => {
  const [doomed, token] = [await uploaded(JUNIT, 'prj_gone'), await newToken('prj_gone')];
  const bus = await openBus({ transport: 'postgres', url: runs.bus.url, retentionHours: 1 }, silentLog);
  await bus.publish([eventMessage(ProjectDeleted, { projectId: 'prj_gone' })]);
  await waitUntil(
    async () =>
      (await runs.db.pool.query('select from artifacts where id = $1 and expires_at > now()', [doomed])).rowCount === 0,
  );
  await bus.close();
  await expect(upload(token, JUNIT, 'prj_gone')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await deleteOldArtifacts(runs.db.pool, folderBlobs(folder));
  expect(await blobs()).not.toContain(doomed);
});

test('concurrent uploads of an organization share one quota for 24 hours', async () => {
  const limited = await openRuns({ blobs: { folder }, artifactQuota: { artifacts: 3, bytes: 1_000_000 } });
  const urlOf = (projectId: string) =>
    limited.call(operations.createEvalIngestUploadUrl, { projectId }, {}, memberOf(projectId));
  const put = (projectId: string, url: string, input: Buffer) =>
    limited.asUser.call(
      rpcOf(operations.putEvalIngestArtifact),
      { projectId, uploadToken: tokenIn(url), input },
      { caller: { requestId: 'anonymous' } },
    );
  const over = (limit: string) => ({ code: 'RATE_LIMITED', details: { limit, period: 'day' } });
  const first = (await urlOf('prj')).uploadUrl;
  const tooLarge = put('prj', first, Buffer.alloc(1_000_001));
  await expect(tooLarge).rejects.toMatchObject(over('artifactBytes'));
  await put('prj', first, Buffer.from(JUNIT));
  const projects = ['prj', 'prj_2', 'prj', 'prj_2'];
  const urls = await Promise.all(projects.map(urlOf));
  const sent = await Promise.allSettled(projects.map((id, i) => put(id, urls[i]!.uploadUrl, Buffer.from(JUNIT))));
  expect(sent.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(sent.find(({ status }) => status === 'rejected')).toMatchObject({ reason: over('artifacts') });
  // A file that was stored may be sent again, and another URL is refused before anything is sent.
  await put('prj', first, Buffer.from(JUNIT));
  await expect(urlOf('prj_2')).rejects.toMatchObject({ ...over('artifacts'), retryAfter: expect.any(Number) });
  // 29 days before it expires, an artifact counts no more.
  await limited.db.pool.query(`update artifacts set expires_at = now() + interval '29 days' where id = any(
    select id from artifacts limit 1)`);
  await urlOf('prj_2');
  await limited.close();
});

test('an upload while the store is away is refused, and works at the same URL once it is back', async () => {
  // A file in the place of the folder's parent, as a volume that is not mounted.
  const parent = join(folder, 'volume');
  await writeFile(parent, '');
  const away = await openRuns({ blobs: { folder: join(parent, 'artifacts') } });
  const token = tokenIn((await away.call(operations.createEvalIngestUploadUrl, {})).uploadUrl);
  await expect(upload(token, JUNIT, 'prj', away)).rejects.toMatchObject({
    code: 'UNAVAILABLE',
    message: 'The store of uploaded artifacts cannot be reached; try again shortly.',
    retryAfter: 1,
  });
  await rm(parent);
  expect(await upload(token, JUNIT, 'prj', away)).toMatch(/^art_[0-9a-z]{26}$/);
  await away.close();
});

test('an installation without a store refuses uploads, but takes results', async () => {
  const bare = await openRuns();
  const none = { code: 'FEATURE_NOT_SUPPORTED', message: expect.stringContaining('BLOBS_DIR') };
  await expect(bare.call(operations.createEvalIngestUploadUrl, {})).rejects.toMatchObject(none);
  await expect(
    bare.call(operations.reportEvalRun, {}, { suiteName: 'x', artifact: { storageId: 'art_1', format: 'jest' } }),
  ).rejects.toMatchObject(none);
  expect(
    await bare.call(operations.reportEvalRun, {}, { suiteName: 'x', results: [{ caseTitle: 'a', passed: true }] }),
  ).toMatchObject({ ok: true });
  await bare.close();
});
