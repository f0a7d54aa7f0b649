import { randomUUID } from 'node:crypto';
import { gunzipSync } from 'node:zlib';
import type { CassetteContent } from '@assay/contract/areas/cassettes/documents';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { ProjectDeleted, RunFinished, SuiteDeleted } from '@assay/mesh/events';
import { operations } from '@assay/contract/operations';
import { CassettesService } from '@assay/mesh/gen/assay/v1/iterations';
import { cassetteKey } from '@assay/grading/cassette';
import { transaction } from '@assay/kit/postgres/db';
import { dispatchEvent, on } from '@assay/kit/events/consumer';
import { publish } from '@assay/kit/events/outbox';
import { eventMessage } from '@assay/testkit/events/event-message';
import { waitUntil } from '@assay/testkit/until';
import { recordCassetteOfRun } from '../../src/events/run-finished.ts';
import { runBench } from '../support/run-bench.ts';
import { echoCase, openRuns, echoTranscript, type RunsFixture, type HeldItem } from '../support/harness.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { take, cancel } = runBench(() => runs);

/** The report of a recorded run: tool declarations, and a call with a secret. */
const recording = (text: string): Transcript => {
  const seen = echoTranscript(text);
  seen.toolCalls[0]!.arguments = { message: text, apiKey: 'sk_abcdefghijk' };
  return {
    ...seen,
    inventory: [
      { serverId: 'srv', serverName: 'everything', complete: true, tools: [{ name: 'echo' }, { name: 'add' }] },
    ],
  };
};

async function recorded(suiteId: string): Promise<{ runId: string; cassetteId: string }> {
  runs.world.suites.set(suiteId, { cases: [echoCase('a', { iterations: 2 }), echoCase('b')] });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId, cassette: { mode: 'record' } });
  const items = await take(runId);
  expect(items).toHaveLength(3);
  await runs.report(items, (item: HeldItem) => recording(JSON.parse(item.case.toString()).id));
  const cassetteId = await waitUntil(
    async () => (await runs.call(operations.getEvalRun, { runId })).cassette?.cassetteId,
  );
  return { runId, cassetteId };
}

const replaying = async (suiteId: string, cassetteId: string) => {
  const { runId } = await runs.call(
    operations.createEvalRun,
    {},
    { suiteId, cassette: { mode: 'replay', cassetteId } },
  );
  return { runId, items: await take(runId) };
};
const readContent = async ({ iterationId, fence }: HeldItem, as: object = {}): Promise<CassetteContent> => {
  const { body } = await runs.asRunner.call(
    CassettesService.readCassette,
    { iterationId, fence },
    { caller: { requestId: 'x', service: 'runner', ...as } },
  );
  return JSON.parse(gunzipSync(body).toString()) as CassetteContent;
};

test("a recorded run leaves a cassette, which lists without the servers' answers", async () => {
  const { runId, cassetteId } = await recorded('rec');
  const {
    items: [listed],
  } = await runs.call(operations.listEvalCassettes, { suiteId: 'rec' });
  expect(listed).toEqual({
    id: cassetteId,
    suiteId: 'rec',
    runId,
    name: 'Run 1',
    version: 1,
    format: 1,
    contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    calls: 3,
    bytes: expect.any(Number),
    cut: false,
    createdAt: expect.any(Number),
  });
  const read = await runs.call(operations.getEvalCassette, { cassetteId });
  expect(read).toEqual({
    ...listed,
    servers: [{ serverName: 'everything', tools: 2 }],
    tools: [{ serverName: 'everything', toolName: 'echo', distinctCalls: 2, outcomes: 3 }],
  });
});

test('equal traffic has an equal hash, and the next version', async () => {
  const [first, second] = [await recorded('twice'), await recorded('twice')];
  const [a, b] = [
    await runs.call(operations.getEvalCassette, { cassetteId: first.cassetteId }),
    await runs.call(operations.getEvalCassette, { cassetteId: second.cassetteId }),
  ];
  expect([a.version, b.version, a.contentHash]).toEqual([1, 2, b.contentHash]);
});

test('the version of a deleted cassette is not used again', async () => {
  await recorded('versions');
  const { cassetteId } = await recorded('versions');
  await runs.call(operations.deleteEvalCassette, { cassetteId });
  await recorded('versions');
  expect(
    (await runs.call(operations.listEvalCassettes, { suiteId: 'versions' })).items.map(({ version }) => version),
  ).toEqual([3, 1]);
});

test("repeated events of a run's end leave one cassette", async () => {
  const { runId } = await recorded('again');
  const {
    rows: [event],
  } = await runs.bus.pool.query<{ value: Buffer }>('select value from messages where key = $1 and type = $2', [
    runId,
    RunFinished.type,
  ]);
  const again = eventMessage(RunFinished, RunFinished.codec.decode(event!.value), { id: 'once more' });
  const { handle } = dispatchEvent(runs.db.pool, [on(RunFinished, recordCassetteOfRun)]);
  await Promise.all([handle(again), handle(again)]);
  expect((await runs.call(operations.listEvalCassettes, { suiteId: 'again' })).items).toHaveLength(1);
});

test('only the runner that replays a cassette reads it, whole and with masked secrets', async () => {
  const { cassetteId } = await recorded('tape');
  const {
    runId,
    items: [item],
  } = await replaying('tape', cassetteId);
  const content = await readContent(item!);
  expect(content).toMatchObject({
    format: 1,
    servers: [{ serverName: 'everything', complete: true, tools: [{ name: 'echo' }, { name: 'add' }] }],
    calls: [
      {
        toolName: 'echo',
        arguments: { message: 'a', apiKey: '[redacted]' },
        outcomes: [{ result: { content: [{ text: 'a' }] }, latencyMs: 2 }, { result: {} }],
      },
      { arguments: { message: 'b' } },
    ],
  });
  expect(content.calls[0]!.key).toBe(
    cassetteKey({ serverName: 'everything', toolName: 'echo', arguments: { apiKey: 'another', message: 'a' } }),
  );
  for (const other of [
    readContent({ ...item!, fence: randomUUID() }),
    readContent({ ...item!, iterationId: 'iter_x' }),
    readContent(item!, { organizationId: 'other' }),
  ]) {
    await expect(other).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
  await cancel(runId);
  await expect(readContent(item!)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a run without a request to record leaves no cassette', async () => {
  runs.world.suites.set('plain', { cases: [echoCase('a')] });
  const { runId } = await runs.call(operations.createEvalRun, {}, { suiteId: 'plain' });
  await runs.report(await take(runId), () => recording('a'));
  await recorded('after');
  expect((await runs.call(operations.listEvalCassettes, { suiteId: 'plain' })).items).toEqual([]);
});

test('a cassette is deleted once, and is hidden from other projects', async () => {
  const { cassetteId } = await recorded('gone');
  const stranger = { requestId: 'r', organizationId: 'org', projectId: 'prj2', role: 'member' as const };
  await expect(
    runs.call(operations.getEvalCassette, { projectId: 'prj2', cassetteId }, {}, stranger),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(
    runs.call(operations.deleteEvalCassette, { projectId: 'prj2', cassetteId }, {}, stranger),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await runs.call(operations.deleteEvalCassette, { cassetteId })).toEqual({ id: cassetteId, deleted: true });
  await expect(runs.call(operations.deleteEvalCassette, { cassetteId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(runs.call(operations.getEvalCassette, { cassetteId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(runs.call(operations.listEvalCassettes, { suiteId: 'unknown' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(runs.call(operations.listEvalCassettes, { suiteId: 'gone' }, { cursor: 'AAAA' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/cursor' }] },
  });
});

test('cassettes are listed newest first, page by page', async () => {
  for (let i = 0; i < 3; i++) await recorded('paged');
  const first = await runs.call(operations.listEvalCassettes, { suiteId: 'paged' }, { limit: 2 });
  const second = await runs.call(
    operations.listEvalCassettes,
    { suiteId: 'paged' },
    { limit: 2, cursor: first.nextCursor },
  );
  expect([...first.items, ...second.items].map(({ version }) => version)).toEqual([3, 2, 1]);
  expect(second).not.toHaveProperty('nextCursor');
});

describe('a cassette is deleted with', () => {
  const count = async (suiteId: string) =>
    (await runs.db.pool.query('select from cassettes where suite_id = $1', [suiteId])).rowCount;
  test('its suite', async () => {
    await recorded('doomed');
    await transaction(runs.db.pool, (tx) =>
      publish(tx, SuiteDeleted, { suiteId: 'doomed', projectId: 'prj', deletedAtMs: 1 }),
    );
    expect(await waitUntil(async () => (await count('doomed')) === 0)).toBe(true);
  });

  test('its project', async () => {
    const { runId } = await recorded('homeless');
    await runs.db.pool.query(`update cassettes set project_id = 'razed' where run_id = $1`, [runId]);
    await transaction(runs.db.pool, (tx) =>
      publish(tx, ProjectDeleted, { projectId: 'razed', organizationId: 'org', deletedAtMs: 1 }),
    );
    expect(await waitUntil(async () => (await count('homeless')) === 0)).toBe(true);
  });
});
