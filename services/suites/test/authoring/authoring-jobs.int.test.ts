import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import { ProjectDeleted } from '@assay/mesh/events';
import { eventMessage } from '@assay/testkit/events/event-message';
import { operations } from '@assay/contract/operations';
import { waitUntil } from '@assay/testkit/until';
import {
  begin,
  cancel,
  closeFixture,
  commit,
  completedJob,
  generate,
  authoringFixture,
  jobsIn,
  newSuite,
  openFixture,
  pendingJob,
  projectId,
  read,
  runner,
  titles,
} from './authoring-fixture.ts';
import { good, playedRunner, proposal } from './runner.ts';
import { draft } from '../support/start.ts';

beforeAll(openFixture);
afterAll(closeFixture);

test('drafts from a command server are made by runners that may start it', async () => {
  const suite = await newSuite({ serverIds: ['srv_everything', 'srv_command'] });
  const { accepted, body } = await begin(suite);
  expect(accepted).toBe(true);
  expect((await authoringFixture.pool.query('select labels from work where id = $1', [body.jobId])).rows).toEqual([
    { labels: ['lab', 'stdio'] },
  ]);
  expect(await runner.lease()).toEqual([]);
  await cancel(suite, body.jobId);
});

describe('cancelling', () => {
  test('stops a pending job; its runner learns so at the next heartbeat, its answer is ignored', async () => {
    const suite = await newSuite();
    const job = await pendingJob(suite);
    const cancelled = await cancel(suite, job.id);
    expect(cancelled).toMatchObject({ jobId: job.id, status: 'cancelled', error: null, drafts: [] });
    expect(await cancel(suite, job.id)).toEqual(cancelled);
    expect([await runner.beat(job, 'draft'), await runner.complete(job, proposal([good('late')]))]).toEqual([
      [job.id],
      true,
    ]);
    expect(await commit(suite, job.id)).toEqual({
      kind: 'authoringJob',
      jobId: job.id,
      status: 'cancelled',
      created: [],
      counts: { normal: 0, negative: 0 },
    });
  });

  test('a completed job is a conflict', async () => {
    const suite = await newSuite();
    const jobId = await completedJob(suite, []);
    await expect(cancel(suite, jobId)).rejects.toMatchObject({ code: 'CONFLICT', details: { status: 'completed' } });
  });

  test('that races the runner and a commit leaves a job that is either cancelled or written', async () => {
    const suite = await newSuite();
    for (let i = 0; i < 10; i++) {
      const job = await pendingJob(suite);
      const [late, cancelled, committed] = await Promise.all([
        runner.complete(job, proposal([good(`race ${i}`)])),
        cancel(suite, job.id).then(
          () => true,
          () => false,
        ),
        commit(suite, job.id),
      ]);
      expect(late).toBe(cancelled);
      expect(committed.created.length).toBe(cancelled ? 0 : 1);
      expect((await titles(suite)).includes(`race ${i}`)).toBe(!cancelled);
    }
  });
});

test('a job of another project or suite does not exist', async () => {
  const [suite, other] = [await newSuite(), await newSuite()];
  const jobId = await completedJob(suite, []);
  for (const elsewhere of [{ ...suite, projectId: 'prj_2' }, other]) {
    const attempts = [read(elsewhere, jobId), commit(elsewhere, jobId), cancel(elsewhere, jobId)];
    await Promise.all(attempts.map((attempt) => expect(attempt).rejects.toMatchObject({ code: 'NOT_FOUND' })));
  }
});

test("a model's proposal is kept only as far as it is valid", async () => {
  const suite = await newSuite();
  const nested = JSON.parse('['.repeat(200) + ']'.repeat(200)) as unknown;
  const jobId = await completedJob(suite, [
    good('kept', {
      title: 't\0itle '.repeat(200),
      expectedOutput: 7,
      scenario: { a: 1 },
      isNegative: 'yes',
      evidenceNotes: ['It says so.', 5],
      issues: 'many',
      additions: [null, 3, {}],
    }),
    good('too deep', { scenario: nested }),
    good('too large', { scenario: 'x'.repeat(1_100_000) }),
  ]);
  const { drafts, warnings } = await read(suite, jobId);
  expect(drafts).toHaveLength(1);
  expect(drafts[0]).toMatchObject({
    case: { title: 'title '.repeat(200).slice(0, 500), isNegativeTest: false },
    issues: [],
    additions: [],
    evidenceNotes: ['It says so.'],
    review: 'accepted',
  });
  expect(drafts[0]!.case).not.toHaveProperty('expectedOutput');
  expect(warnings).toEqual([expect.stringMatching(/^2 of 3 proposed cases were left out/)]);
});

test("a silent runner's job goes to another runner, and fails after three", async () => {
  const suite = await newSuite();
  let job = await pendingJob(suite);
  const silence = () =>
    authoringFixture.pool.query(`update work set lease_until = now() - interval '1 s' where id = $1`, [job.id]);
  const fences = new Set([job.fence]);
  for (const handOuts of [2, 3]) {
    await silence();
    job = await runner.take();
    expect(fences.add(job.fence).size).toBe(handOuts);
  }
  await silence();
  const lost = await waitUntil(async () => {
    const found = await read(suite, job.id);
    return found.status !== 'pending' && found;
  });
  expect(lost).toMatchObject({ status: 'failed', error: expect.stringMatching(/^RUNNER_LOST: /) });
});

test('a job of one replica is handed out and ended by another, and the first learns so', async () => {
  const replica = await authoringFixture.startReplica();
  const suite = await newSuite();
  const answer = generate(suite);
  const elsewhere = playedRunner(replica.runner);
  await elsewhere.complete(await elsewhere.take(), proposal([good('from the other')]));
  expect((await answer).body.created).toMatchObject([{ title: 'from the other' }]);
  await replica.stop();
});

describe('a job is deleted with the object it belongs to:', () => {
  const queued = async (jobId: string) =>
    (await authoringFixture.pool.query('select from work where id = $1', [jobId])).rowCount;

  test('its suite', async () => {
    const suite = await newSuite();
    const job = await pendingJob(suite);
    const waiting = commit(suite, job.id).catch((error: unknown) => error);
    const caller = authoringFixture.memberOf(projectId);
    await authoringFixture.mesh.call(AuthoringService.removeSuite, { projectId, suiteId: suite.suiteId }, { caller });
    expect(await waiting).toMatchObject({ code: 'NOT_FOUND' });
    expect([await queued(job.id), await jobsIn(suite), await runner.beat(job)]).toEqual([0, [], [job.id]]);
  });

  test('its project', async () => {
    const { suiteId } = await authoringFixture.call(
      operations.createEvalSuite,
      { projectId: 'prj_2' },
      draft({ serverIds: ['srv_other'] }),
    );
    const suite = { projectId: 'prj_2', suiteId, declaredSuiteId: '', idempotencyKey: '' };
    const job = await pendingJob(suite);
    await authoringFixture.bus.publish([eventMessage(ProjectDeleted, { projectId: 'prj_2' })]);
    await waitUntil(async () => (await jobsIn(suite)).length === 0);
    expect(await queued(job.id)).toBe(0);
  });
});
