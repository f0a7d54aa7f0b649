import { deleteOldCalls } from '../../src/store/budgets/model-calls.ts';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
beforeAll(async () => {
  fixture = await startTestCatalog();
});
afterAll(() => fixture.stop());

test('retention deletes old calls that ended, in batches, and keeps open and young ones', async () => {
  const insert = (id: string, state: string, ageDays: number) =>
    fixture.pool.query(
      `insert into model_calls (id, organization_id, project_id, suite_id, run_id, key_id, model, purpose, state,
         reserved_input_tokens, reserved_output_tokens, reserved_until, created_at)
       values ($1, $2, '', '', '', '', 'a/b', 'turn', $3, 1, 1, now(), now() - make_interval(days => $4))`,
      [id, fixture.organizationId, state, ageDays],
    );
  await insert('settled', 'settled', 401);
  await insert('lapsed', 'lapsed', 401);
  await insert('open', 'reserved', 401);
  await insert('young', 'settled', 399);
  expect([
    await deleteOldCalls(fixture.pool, 400, 1),
    await deleteOldCalls(fixture.pool, 400, 10),
    await deleteOldCalls(fixture.pool, 400, 10),
  ]).toEqual([1, 1, 0]);
  const { rows } = await fixture.pool.query<{ id: string }>('select id from model_calls order by id');
  expect(rows.map(({ id }) => id)).toEqual(['open', 'young']);
});
