import { waitUntil } from '@assay/testkit/until';
import {
  cancel,
  stopReadinessFixture,
  evidence,
  readinessFixture,
  leaveNothing,
  startReadinessFixture,
  projectId,
  read,
  report,
  runner,
  startClaude,
  URL,
} from './readiness-fixture.ts';

beforeAll(startReadinessFixture);
afterAll(stopReadinessFixture);
afterEach(leaveNothing);

describe('a run ends', () => {
  test('cancelled: its runner learns so with the next heartbeat, and its answer changes nothing', async () => {
    const { runId } = await startClaude(readinessFixture.save(URL));
    const job = await runner.take();
    expect(await cancel(runId)).toEqual({ runId, projectId, status: 'cancelled' });
    expect([await runner.beat(job), await runner.complete(job, evidence)]).toEqual([[job.id], true]);
    expect(await read(runId)).toMatchObject({
      status: 'cancelled',
      terminalReason: 'cancelled',
      attemptCount: 1,
      hasReport: false,
    });
    await expect(cancel(runId)).rejects.toMatchObject({ code: 'CONFLICT', details: { status: 'cancelled' } });
    await expect(report(runId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('either cancelled or completed when both happen at once', async () => {
    const server = readinessFixture.save(URL);
    for (let i = 0; i < 10; i++) {
      const { runId } = await startClaude(server);
      const job = await runner.take();
      const [late, cancelled] = await Promise.all([
        runner.complete(job, evidence),
        cancel(runId).then(
          () => true,
          () => false,
        ),
      ]);
      expect(late).toBe(cancelled);
      expect((await read(runId)).status).toBe(cancelled ? 'cancelled' : 'completed');
    }
  });

  test("failed with the runner's error, secrets masked", async () => {
    const { runId } = await startClaude(readinessFixture.save(URL));
    await runner.fail(await runner.take(), 'TIMEOUT', 'It hung with token=abcdef123456.');
    expect(await read(runId)).toMatchObject({
      status: 'failed',
      terminalReason: 'timeout',
      errorMessage: 'It hung with token=[redacted]',
      hasReport: false,
    });
  });

  test.each(['', '[]', '{"version":1}', '{"version":1,"surface":7}'])(
    'failed when a runner answers %j',
    async (output) => {
      const { runId } = await startClaude(readinessFixture.save(URL));
      await runner.complete(await runner.take(), output);
      expect(await read(runId)).toMatchObject({ status: 'failed', terminalReason: 'invalid_evidence' });
    },
  );

  test('failed when three runners in a row go silent; a late answer is refused', async () => {
    const { runId } = await startClaude(readinessFixture.save(URL));
    let job = await runner.take();
    const silence = () =>
      readinessFixture.pool.query(`update work set lease_until = now() - interval '1 s' where id = $1`, [runId]);
    for (const attempt of [2, 3]) {
      await silence();
      const dead = job;
      job = await runner.take();
      expect([job.fence === dead.fence, await runner.complete(dead, evidence)]).toEqual([false, true]);
      expect(await read(runId)).toMatchObject({ status: 'running', attemptCount: attempt });
    }
    await silence();
    expect(
      await waitUntil(async () => {
        const run = await read(runId);
        return run.status === 'failed' && run;
      }),
    ).toMatchObject({ terminalReason: 'runner_lost', attemptCount: 3 });
  });

  test('not when a stopping runner gives it back', async () => {
    const { runId } = await startClaude(readinessFixture.save(URL));
    await runner.giveBack(await runner.take());
    expect(await read(runId)).toMatchObject({ status: 'pending', attemptCount: 0 });
    await runner.complete(await runner.take(), evidence);
    expect(await read(runId)).toMatchObject({ status: 'completed', attemptCount: 1 });
  });
});
