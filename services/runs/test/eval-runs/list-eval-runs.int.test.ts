import { operations } from '@assay/contract/operations';
import { echoCase, openRuns } from '../support/harness.ts';

let runs: Awaited<ReturnType<typeof openRuns>>;
const made: string[] = [];

beforeAll(async () => {
  runs = await openRuns();
  for (const suiteId of ['one', 'two', 'one']) {
    runs.world.suites.set(suiteId, { cases: [echoCase('a')] });
    const notes = `${suiteId} 100 % of it`;
    const { runId } = await runs.call(operations.createEvalRun, { idempotencyKey: '' }, { suiteId, notes });
    made.unshift(runId);
  }
  const times = ['2026-01-03', '2026-01-02', '2026-01-01'];
  for (const [i, id] of made.entries())
    await runs.db.pool.query('update runs set created_at = $2 where id = $1', [id, `${times[i]}T00:00:00Z`]);
  await runs.db.pool.query(
    `update runs set status = 'completed', result = 'passed', source = 'schedule', environment_id = 'env_1',
       run_group_id = 'rgr_1', effective_model = 'scripted/rules' where id = $1`,
    [made[1]],
  );
  await runs.db.pool.query(
    `update run_variants set model = case case_position when 0 then 'scripted/other' else model end where run_id = $1`,
    [made[2]],
  );
});
afterAll(() => runs.close());

const list = (query: object) => runs.call(operations.listEvalRuns, {}, query);
const ids = async (query: object) => (await list(query)).items.map(({ id }) => id);

test('runs of all suites of a project are listed newest first', async () => {
  expect(await ids({})).toEqual(made);
});

test('a page ends where the next one begins', async () => {
  const first = await list({ limit: '2' });
  expect(first.items.map(({ id }) => id)).toEqual(made.slice(0, 2));
  const second = await list({ limit: '2', cursor: first.nextCursor! });
  expect(second.items.map(({ id }) => id)).toEqual(made.slice(2));
  expect(second).not.toHaveProperty('nextCursor');
});

test.each([
  [{ suiteId: 'one' }, [0, 2]],
  [{ status: 'completed' }, [1]],
  [{ status: 'pending' }, [0, 2]],
  [{ verdict: 'passed' }, [1]],
  [{ verdict: 'notEstablished' }, [0, 2]],
  [{ source: 'schedule' }, [1]],
  [{ since: String(Date.UTC(2026, 0, 2)) }, [0, 1]],
  [{ until: String(Date.UTC(2026, 0, 2)) }, [2]],
  [{ suiteId: 'one', verdict: 'passed' }, []],
  [{ environmentId: 'env_1' }, [1]],
  [{ runGroupId: 'rgr_1' }, [1]],
  [{ model: 'scripted/rules' }, [1]],
  [{ model: 'scripted/other' }, [2]],
  [{ q: 'ONE 100 %' }, [0, 2]],
  [{ q: 'one 1_0' }, []],
])('a list with the filter %j has the matching runs', async (query, expected) => {
  expect(await ids(query)).toEqual(expected.map((i) => made[i]));
});

test('a filter with an unknown status is refused with its name', async () => {
  await expect(list({ status: 'done' })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    message: expect.stringContaining('status'),
  });
});

test('the verdicts of a list are counted on request, also where one is asked for', async () => {
  const nothing = { passed: 0, failed: 0, inconclusive: 0, notEstablished: 0 };
  expect((await list({ counts: 'true', verdict: 'passed', limit: '1' })).counts).toEqual({
    total: 3,
    isAtLeast: false,
    verdict: { ...nothing, passed: 1, notEstablished: 2 },
  });
  expect((await list({ counts: 'true', suiteId: 'one' })).counts!.verdict).toEqual({ ...nothing, notEstablished: 2 });
  expect(await list({})).not.toHaveProperty('counts');
});
