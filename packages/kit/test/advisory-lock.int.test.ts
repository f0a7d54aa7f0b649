import { withAdvisoryLock } from '@assay/kit/postgres/advisory-lock';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';

let db: TestDatabase;
beforeAll(async () => {
  db = await testDatabase({ folders: [] });
});
afterAll(() => db.drop());

test('of several attempts at a lock one works, and the next may when it ended, also by an error', async () => {
  let works = 0;
  const { promise: ending, reject: end } = Promise.withResolvers<void>();
  const first = withAdvisoryLock(db.pool, 'retention', () => {
    works++;
    return ending;
  });
  await waitUntil(() => works === 1);
  await withAdvisoryLock(db.pool, 'retention', async () => {
    works++;
  });
  await withAdvisoryLock(db.pool, 'another thing', async () => {
    works += 10;
  });
  expect(works).toBe(11);
  end(new Error('ended'));
  await expect(first).rejects.toThrow('ended');
  // Postgres lets the lock go when it notices that the connection is gone.
  await waitUntil(async () => {
    await withAdvisoryLock(db.pool, 'retention', async () => {
      works++;
    });
    return works === 12;
  });
});
