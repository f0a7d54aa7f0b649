import { randomBytes, randomUUID } from 'node:crypto';
import { gunzipSync, gzipSync } from 'node:zlib';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { SCREENSHOT_TYPE, screenshotUrlOf } from '@assay/contract/areas/iterations/screenshots';
import { operations } from '@assay/contract/operations';
import { Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { WorkService } from '@assay/mesh/gen/assay/v1/work';
import { listPieces } from '@assay/kit/gzip-pieces';
import { readCostOf } from '@assay/testkit/database/read-cost';
import { deleteOldTraces } from '../../src/actions/eval-runs/delete-old-runs.ts';
import { listLatestParts } from '../../src/store/iterations/traces.ts';
import { runBench, correctAnswer } from '../support/run-bench.ts';
import { beatOf, openRuns, echoTranscript, testCaller, type RunsFixture } from '../support/harness.ts';

let runs: RunsFixture;
beforeAll(async () => {
  runs = await openRuns();
});
afterAll(() => runs.close());

const { start, leased, read, cancel, iterations } = runBench(() => runs);
const part = (atMs: number) =>
  gzipSync(
    JSON.stringify({
      traceId: 'abc',
      spans: [{ id: `s${atMs}`, name: 'x', category: 'step', startMs: atMs, endMs: atMs + 1 }],
      wire: [],
    }),
  );

test('a trace is assembled from its parts, and not found before there is one', async () => {
  const { runId, items } = await leased();
  const { iterationId } = items[0]!;
  const trace = () => runs.call(operations.getEvalIterationTrace, { runId, iterationId });
  await expect(trace()).rejects.toMatchObject({ code: 'NOT_FOUND', details: { reason: 'TRACE_NOT_AVAILABLE' } });
  await runs.report(items, correctAnswer, {
    parts: [
      { index: 0, body: part(5) },
      { index: 1, body: part(2) },
    ],
  });
  expect(await trace()).toMatchObject({
    iterationId,
    traceId: 'abc',
    spans: [{ id: 's2' }, { id: 's5' }],
    toolCalls: [{ toolName: 'echo' }],
    wire: [],
    steps: [
      { stepId: 'call', status: 'ok' },
      { stepId: 'check', status: 'ok' },
    ],
    checks: [{ stepId: 'check', status: 'passed' }],
  });
  await expect(runs.call(operations.getEvalIterationTrace, { runId, iterationId: 'iter_x' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('spans are listed in the order of time and in pages, and payloads read by their ids', async () => {
  const { runId, items } = await leased();
  const { iterationId } = items[0]!;
  const message = (atMs: number) => ({ atMs, serverId: 'srv', direction: 'sent', bytes: 9, message: { id: atMs } });
  const wired = (atMs: number) =>
    gzipSync(JSON.stringify({ ...(JSON.parse(gunzipSync(part(atMs)).toString()) as object), wire: [message(atMs)] }));
  const target = { runId, iterationId };
  const spans = (query: object) => runs.call(operations.listEvalIterationSpans, target, query);
  const payload = (payloadId: string) => runs.call(operations.getEvalTracePayload, { ...target, payloadId });
  await expect(spans({})).rejects.toMatchObject({ details: { reason: 'TRACE_NOT_AVAILABLE' } });
  await runs.report(items, correctAnswer, { parts: [5, 2, 7].map((atMs, index) => ({ index, body: wired(atMs) })) });
  const first = await spans({ limit: 2 });
  expect(first).toMatchObject({ items: [{ id: 's2' }, { id: 's5' }], total: 3 });
  expect(await spans({ cursor: first.nextCursor })).toEqual({
    items: [expect.objectContaining({ id: 's7' })],
    total: 3,
  });
  expect(await payload('wire-1')).toEqual({ payloadId: 'wire-1', wire: message(5) });
  expect(await payload('call_1')).toMatchObject({ toolCall: { id: 'call_1', toolName: 'echo', result: {} } });
  for (const id of ['wire-3', 'call_9']) await expect(payload(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await runs.call(operations.getEvalIterationTrace, target, { only: 'transcript' })).toMatchObject({
    toolCalls: [{ toolName: 'echo' }],
    spans: [],
    wire: [],
  });
});

test('the images of an iteration are read by their ids, until its trace is deleted', async () => {
  const { runId, items } = await leased();
  const { iterationId } = items[0]!;
  const body = Buffer.concat([Buffer.from([0xff, 0xd8, 0xff]), randomBytes(2_000)]);
  const image = { id: 'shot_1', mimeType: SCREENSHOT_TYPE, body, width: 10, height: 10 };
  const read = (screenshotId: string) =>
    runs.asUser.call(
      rpcOf(operations.getEvalIterationScreenshot),
      { projectId: 'prj', runId, iterationId, screenshotId, input: Buffer.alloc(0) },
      { caller: testCaller },
    );
  await runs.report([{ ...items[0]!, fence: randomUUID() }], correctAnswer, { screenshots: [{ ...image, id: 'old' }] });
  await runs.report(items, correctAnswer, { screenshots: [image, { ...image, id: '../x' }] });
  expect(await read('shot_1')).toMatchObject({
    json: body,
    contentType: 'image/jpeg',
    headers: { 'Cache-Control': 'private, max-age=3600' },
  });
  for (const id of ['old', '../x']) await expect(read(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(screenshotUrlOf({ projectId: 'prj', runId, iterationId, screenshotId: 'shot_1' })).toBe(
    `/api/v1${operations.getEvalIterationScreenshot.path}`.replaceAll(
      /\{(\w+)\}/g,
      (_, name: string) => ({ projectId: 'prj', runId, iterationId, screenshotId: 'shot_1' })[name]!,
    ),
  );
  await runs.db.pool.query(`update runs set completed_at = now() - interval '2 days' where id = $1`, [runId]);
  while (await deleteOldTraces(runs.db.pool, { organizationId: 'org', days: 1 }));
  await expect(read('shot_1')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

describe('a client that accepts gzip', () => {
  const wire = [{ atMs: 1, serverId: 'srv', direction: 'sent', bytes: 9, message: { text: 'x'.repeat(30_000) } }];
  const readAs = async (operation: typeof operations.getEvalIterationTrace, of: object, acceptEncoding: string) => {
    const request = { projectId: 'prj', ...of, acceptEncoding, input: Buffer.alloc(0) };
    return runs.asUser.call(rpcOf(operation), request as never, { caller: testCaller });
  };

  test.each([
    ['a trace', operations.getEvalIterationTrace, 1],
    ['a trace of several parts', operations.getEvalIterationTrace, 3],
    ['a page of parts', operations.listEvalIterationTraceParts as never, 3],
  ])('gets %s as it is stored, and any other client the same document', async (_, operation, parts) => {
    const { runId, items } = await leased();
    const { iterationId } = items[0]!;
    await runs.report(items, correctAnswer, {
      parts: Array.from({ length: parts }, (_part, index) => ({
        index,
        body: gzipSync(JSON.stringify({ traceId: 'abc', spans: [], wire })),
      })),
    });
    const [zipped, plain] = [
      await readAs(operation, { runId, iterationId }, 'gzip'),
      await readAs(operation, { runId, iterationId }, ''),
    ];
    expect(zipped.headers).toEqual({ 'Content-Encoding': 'gzip', Vary: 'Accept-Encoding' });
    expect(plain.headers).toEqual({ Vary: 'Accept-Encoding' });
    expect(gunzipSync(zipped.json).toString()).toBe(plain.json.toString());
    const { rows } = await runs.db.pool.query<{ stored: Buffer }>(
      `select transcript as stored from iterations where id = $1
       union all select body from trace_parts where owner_id = $1`,
      [iterationId],
    );
    const isCopied = ({ stored }: { stored: Buffer }) => zipped.json.includes(listPieces(stored)![1]!.deflated);
    expect(rows.filter(isCopied).length).toBe(parts === 1 ? 2 : operation === operations.getEvalIterationTrace ? 1 : 3);
    JSON.parse(plain.json.toString());
  });

  test('gets the later grades of the steps', async () => {
    const { runId, items } = await leased();
    await runs.report(items, () => echoTranscript('wrong'));
    const { json } = await readAs(
      operations.getEvalIterationTrace,
      { runId, iterationId: items[0]!.iterationId },
      'gzip',
    );
    expect(JSON.parse(gunzipSync(json).toString())).toMatchObject({
      steps: [{ status: 'ok' }, { status: 'fail' }],
      toolCalls: [{ toolName: 'echo' }],
      spans: [],
      wire: [],
    });
  });
});

test('a trace masks everything that looks like a secret, although grading saw it', async () => {
  const { runId, items } = await leased();
  const secret = 'c0 Bearer abcdefghijklmnop';
  const wire = [
    {
      atMs: 1,
      serverId: 'srv',
      direction: 'sent',
      bytes: 2,
      message: { params: { password: 'hunter2', note: 'key sk_abcdefghijk' } },
    },
  ];
  await runs.report(items, () => echoTranscript(secret), {
    parts: [{ index: 0, body: gzipSync(JSON.stringify({ spans: [], wire })) }],
  });
  expect(await read(runId)).toMatchObject({ result: 'passed' });
  const of = { runId, iterationId: items[0]!.iterationId };
  for (const text of [
    JSON.stringify(await runs.call(operations.getEvalIterationTrace, of)),
    JSON.stringify(await runs.call(operations.listEvalIterationTraceParts, of)),
  ]) {
    expect(text).toContain('[redacted]');
    expect(text).not.toMatch(/abcdefgh|hunter2/);
  }
});

test('no secret of a report or a heartbeat is stored', async () => {
  const { items } = await leased();
  const { iterationId } = items[0]!;
  const wire = [{ atMs: 1, serverId: 'srv', direction: 'sent', bytes: 2, text: 'Bearer abcdefghijklmnop' }];
  const body = gzipSync(JSON.stringify({ spans: [], wire }));
  await runs.asRunner.call(WorkService.beat, {
    runnerId: 'r1',
    beats: [beatOf(items[0]!, [{ index: 0, body }])],
  });
  await runs.report(items, () => echoTranscript('c0 Bearer abcdefghijklmnop'), { parts: [{ index: 1, body }] });
  const { rows } = await runs.db.pool.query<{ stored: Buffer }>(
    `select transcript as stored from iterations where id = $1 union all select body from trace_parts where owner_id = $1`,
    [iterationId],
  );
  expect(rows).toHaveLength(3);
  for (const { stored } of rows) {
    expect(gunzipSync(stored).toString()).toContain('Bearer [redacted]');
    expect(gunzipSync(stored).toString()).not.toContain('abcdefgh');
  }
});

test('a credential that a server sent back is graded, but not stored anywhere', async () => {
  const { runId, items } = await leased();
  const secrets = ['plain-credential'];
  await runs.report(items, () => echoTranscript('wrong: plain-credential'), { secrets });
  expect(await read(runId)).toMatchObject({ result: 'failed' });
  const { rows } = await runs.db.pool.query<{ transcript: Buffer; grade: string }>(
    'select transcript, grade::text from iterations where id = $1',
    [items[0]!.iterationId],
  );
  expect(gunzipSync(rows[0]!.transcript).toString()).toContain('wrong: [redacted]');
  expect(rows[0]!.grade + gunzipSync(rows[0]!.transcript).toString()).not.toContain('plain-credential');
});

test('a tool result of 10 MB is stored, graded and read again', async () => {
  const { runId, items } = await leased();
  await runs.report(items, () => echoTranscript(`${'x'.repeat(10 * 1024 * 1024)} c0`));
  expect(await read(runId)).toMatchObject({ result: 'passed' });
  const trace = await runs.call(operations.getEvalIterationTrace, { runId, iterationId: items[0]!.iterationId });
  const { content } = trace.toolCalls[0]!.result as { content: { text: string }[] };
  expect(content[0]!.text).toHaveLength(10 * 1024 * 1024 + 3);
});

describe('a trace is read part by part', () => {
  test('in order, each part once, by pages of the requested size', async () => {
    const { runId, items } = await leased();
    const { iterationId } = items[0]!;
    await runs.report(items, correctAnswer, {
      parts: Array.from({ length: 7 }, (_, index) => ({ index, body: part(index) })),
    });
    const seen: number[] = [];
    let cursor: string | undefined;
    do {
      const page = await runs.call(
        operations.listEvalIterationTraceParts,
        { runId, iterationId },
        { limit: 3, ...(cursor && { cursor }) },
      );
      expect(page.items.length).toBeLessThanOrEqual(3);
      seen.push(...page.items.map(({ index }) => index));
      cursor = page.nextCursor;
    } while (cursor);
    expect(seen).toEqual([0, 1, 2, 3, 4, 5, 6]);
  });

  test('of the latest attempt only', async () => {
    const { runId, items } = await leased();
    await runs.db.pool.query('insert into trace_parts (owner_id, fence, part, body) values ($1, $2, 9, $3)', [
      items[0]!.iterationId,
      randomUUID(),
      part(9),
    ]);
    await runs.report(items, correctAnswer, { parts: [{ index: 0, body: part(1) }] });
    expect(
      (await runs.call(operations.listEvalIterationTraceParts, { runId, iterationId: items[0]!.iterationId })).items,
    ).toMatchObject([{ index: 0, spans: [{ id: 's1' }] }]);
  });

  test('and a missing trace or an invalid cursor is refused', async () => {
    const { runId, items } = await leased();
    const { iterationId } = items[0]!;
    const parts = (more: object = {}, of: object = { runId, iterationId }) =>
      runs.call(operations.listEvalIterationTraceParts, of, more);
    await expect(parts()).rejects.toMatchObject({ code: 'NOT_FOUND', details: { reason: 'TRACE_NOT_AVAILABLE' } });
    await expect(parts({ cursor: 'AAAA' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/cursor' }] },
    });
    await expect(parts({}, { runId, iterationId: 'iter_x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(parts({}, { runId: 'run_x', iterationId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await cancel(runId);
  });

  test('the first page of ten thousand reads as many parts as it has', async () => {
    const { runId, items } = await leased();
    const { iterationId } = items[0]!;
    await runs.db.pool.query(
      'insert into trace_parts (owner_id, fence, part, body) select $1, $2, n, $3 from generate_series(0, 9999) n',
      [iterationId, items[0]!.fence, part(1)],
    );
    await runs.report(items, correctAnswer);
    expect((await runs.call(operations.listEvalIterationTraceParts, { runId, iterationId })).items).toHaveLength(20);
    const place = { projectId: 'prj', runId, iterationId };
    const { rows } = await readCostOf(runs.db.pool, 'trace_parts', (db) =>
      listLatestParts(db, place, { after: -1, limit: 20 }),
    );
    expect(rows).toBe(20);
  });
});

describe('an unreadable part is marked as cut, and the rest is shown', () => {
  test.each([
    ['a few bytes that stand for many', () => gzipSync(`{"spans":[],"wire":[]}${' '.repeat(33 * 1024 * 1024)}`)],
    ['more bytes than a part may have', () => randomBytes(16 * 1024 * 1024 + 1)],
    ['something that is not gzipped', () => Buffer.from('plain')],
    ['something that is not JSON', () => gzipSync('plain')],
    ['JSON that is no part', () => gzipSync('{"spans":{}}')],
  ])('%s', async (_, made) => {
    const { runId, items } = await leased();
    const { iterationId } = items[0]!;
    const parts = [
      { index: 0, body: part(1) },
      { index: 1, body: made() },
    ];
    await runs.asRunner.call(WorkService.beat, { runnerId: 'r1', beats: [beatOf(items[0]!, parts)] });
    await runs.report(items, correctAnswer);
    expect(await runs.call(operations.getEvalIterationTrace, { runId, iterationId })).toMatchObject({
      spans: [{ id: 's1' }],
      toolCalls: [{ toolName: 'echo' }],
      cut: true,
    });
    expect((await runs.call(operations.listEvalIterationTraceParts, { runId, iterationId })).items).toEqual([
      { index: 0, spans: [expect.objectContaining({ id: 's1' })], wire: [] },
      { index: 1, spans: [], wire: [], cut: true },
    ]);
    expect((await runs.call(operations.exportEvalRunTraces, { runId })).resourceSpans).toMatchObject([
      { scopeSpans: [{ spans: [{ name: 'eval iteration' }, { name: 'x' }] }] },
    ]);
  });

  test('such a part takes no more memory than its first megabytes', async () => {
    const { runId, items } = await leased();
    const bomb = gzipSync(Buffer.alloc(300_000_000, 32));
    expect(bomb.length).toBeLessThan(1_000_000);
    await runs.db.pool.query('insert into trace_parts (owner_id, fence, part, body) values ($1, $2, 0, $3)', [
      items[0]!.iterationId,
      items[0]!.fence,
      bomb,
    ]);
    await runs.report(items, correctAnswer);
    const before = process.memoryUsage().rss;
    expect(
      await runs.call(operations.getEvalIterationTrace, { runId, iterationId: items[0]!.iterationId }),
    ).toMatchObject({ cut: true });
    expect(process.memoryUsage().rss - before).toBeLessThan(150_000_000);
  });
});

describe('the steps of an iteration', () => {
  const steps = async (runId: string) =>
    (await runs.call(operations.getEvalRunSteps, { runId, iterationId: (await iterations(runId))[0]!.id })).items;

  test('are pending while it is under way', async () => {
    const runId = await start();
    expect(await steps(runId)).toEqual([
      { stepId: 'call', stepIndex: 0, kind: 'toolCall', status: 'pending', reason: null },
      { stepId: 'check', stepIndex: 1, kind: 'assert', status: 'pending', reason: null },
    ]);
    await cancel(runId);
    expect((await steps(runId)).map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  });

  test('have results and calls with masked secrets, also without a trace', async () => {
    const { runId, items } = await leased();
    const secretive = echoTranscript('wrong');
    secretive.toolCalls[0]!.arguments = { password: 'hunter2', message: 'c0' };
    await runs.report(items, () => secretive);
    expect(await steps(runId)).toMatchObject([
      {
        stepId: 'call',
        status: 'ok',
        evidence: {
          toolCalls: [
            { toolName: 'echo', serverName: 'everything', arguments: { password: '[redacted]', message: 'c0' } },
          ],
        },
      },
      { stepId: 'check', status: 'fail', reason: expect.stringContaining('c0') },
    ]);
  });

  test('are skipped when they were not reached before its end', async () => {
    const { runId, items } = await leased();
    await runs.report(items, () => ({ ...echoTranscript(''), steps: [], toolCalls: [] }), {
      outcome: Outcome.FAILED,
      errorCode: 'X',
    });
    expect((await steps(runId)).map(({ status }) => status)).toEqual(['skipped', 'skipped']);
  });

  test('are found only under its own run', async () => {
    const runId = await start();
    await expect(runs.call(operations.getEvalRunSteps, { runId, iterationId: 'iter_x' })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
    await cancel(runId);
  });
});
