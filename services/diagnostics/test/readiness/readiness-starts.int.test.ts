import { operations } from '@assay/contract/operations';
import {
  at,
  cancel,
  stopReadinessFixture,
  evidence,
  readinessFixture,
  leaveNothing,
  list,
  startReadinessFixture,
  projectId,
  runner,
  startClaude,
  startOpenai,
  URL,
} from './readiness-fixture.ts';

beforeAll(startReadinessFixture);
afterAll(stopReadinessFixture);
afterEach(leaveNothing);

describe('a start is refused', () => {
  test.each<[string, () => Promise<unknown>, object]>([
    [
      'without a submission mode',
      () =>
        readinessFixture.call(
          operations.startOpenAIReadinessRun,
          { ...readinessFixture.save(URL), idempotencyKey: '' },
          {},
        ),
      at('/submissionMode'),
    ],
    [
      'with another submission mode',
      () => startOpenai(readinessFixture.save(URL), { submissionMode: 'skills-only' }),
      at('/submissionMode'),
    ],
    [
      'with a key that it does not know',
      () => startClaude(readinessFixture.save(URL), { submissionMode: 'mcp-only' }),
      at('/submissionMode'),
    ],
    [
      'with a wish for observations by a model',
      () => startClaude(readinessFixture.save(URL), { includeLlmObservations: true }),
      { ...at('/includeLlmObservations'), code: 'FEATURE_NOT_SUPPORTED' },
    ],
    [
      'with a fact about another requirement',
      () =>
        startClaude(readinessFixture.save(URL), {
          submissionFacts: [{ requirementId: 'openai.privacy-policy', met: true, note: 'x' }],
        }),
      at('/submissionFacts/0/requirementId'),
    ],
    [
      'with an empty idempotency key',
      () => startClaude(readinessFixture.save(URL), { idempotencyKey: '' }),
      at('/idempotencyKey'),
    ],
    [
      'with an idempotency key of 201 characters',
      () => startClaude(readinessFixture.save(URL), { idempotencyKey: 'x'.repeat(201) }),
      at('/idempotencyKey'),
    ],
    [
      'with an idempotency key beyond ASCII',
      () => startOpenai(readinessFixture.save(URL), { idempotencyKey: 'schlüssel' }),
      at('/idempotencyKey'),
    ],
    [
      'with a bad idempotency key in the header',
      () => startClaude(readinessFixture.save(URL), {}, 'x'.repeat(201)),
      at('/idempotencyKey'),
    ],
    [
      'for a server that is a command',
      () => startClaude(readinessFixture.save('', { transport: 'stdio', command: 'npx' })),
      at('/serverId'),
    ],
    ['for a server that is not there', () => startClaude({ projectId, serverId: 'srv_none' }), { code: 'NOT_FOUND' }],
  ])('%s, and nothing is written', async (_, start, refusal) => {
    await expect(start()).rejects.toMatchObject(refusal);
    expect((await list()).items).toEqual([]);
  });

  test('while the project has ten runs open', async () => {
    const server = readinessFixture.save(URL);
    for (let i = 0; i < 10; i++) await startClaude(server);
    await expect(startClaude(server)).rejects.toMatchObject({ code: 'RATE_LIMITED', retryAfter: expect.any(Number) });
    const { runId } = (await list()).items.map(({ id }) => ({ runId: id }))[0]!;
    await cancel(runId);
    expect(await startClaude(server)).toMatchObject({ deduped: false });
  });
});

describe('an idempotency key', () => {
  test.each([
    ['in the body', { idempotencyKey: 'once' }, ''],
    ['in the header', {}, 'once'],
  ])('%s finds the run as it stands now', async (_, body, header) => {
    const server = readinessFixture.save(URL);
    const first = await startClaude(server, body, header);
    await runner.complete(await runner.take(), evidence);
    expect(await startClaude(server, body, header)).toEqual({ ...first, status: 'completed', deduped: true });
    expect(await runner.lease()).toEqual([]);
  });

  test('finds the run also when the server has changed so that no new run could start', async () => {
    const server = readinessFixture.save(URL);
    const { runId } = await startClaude(server, { idempotencyKey: 'once' });
    readinessFixture.change(server, { transport: 'stdio', command: 'npx' });
    expect(await startClaude(server, { idempotencyKey: 'once' })).toMatchObject({ runId, deduped: true });
    await expect(startClaude(server)).rejects.toMatchObject(at('/serverId'));
  });

  test('of another request is a conflict naming the run; other servers and directories may use it', async () => {
    const [server, other] = [readinessFixture.save(URL), readinessFixture.save(URL)];
    const { runId } = await startClaude(server, { idempotencyKey: 'k' });
    await expect(startClaude(server, { idempotencyKey: 'k', submissionFacts: [] })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'IDEMPOTENCY_CONFLICT', runId },
    });
    expect(await startClaude(other, { idempotencyKey: 'k' })).toMatchObject({ deduped: false });
    expect(await startOpenai(server, { idempotencyKey: 'k' })).toMatchObject({ deduped: false });
  });

  test('is separate for each user', async () => {
    const server = readinessFixture.save(URL);
    const { runId } = await startClaude(server, {}, 'k');
    const json = await readinessFixture.send(
      operations.startClaudeReadinessRun,
      { ...server, idempotencyKey: 'k' },
      {},
      { caller: { ...readinessFixture.member, userId: 'usr_bob' } },
    );
    expect(JSON.parse(json.toString())).toMatchObject({ deduped: false, runId: expect.not.stringContaining(runId) });
  });

  test('in concurrent requests makes one run', async () => {
    const server = readinessFixture.save(URL);
    const started = await Promise.all(Array.from({ length: 8 }, () => startClaude(server, { idempotencyKey: 'race' })));
    expect(new Set(started.map(({ runId }) => runId)).size).toBe(1);
    expect(started.filter(({ deduped }) => !deduped)).toHaveLength(1);
  });
});
