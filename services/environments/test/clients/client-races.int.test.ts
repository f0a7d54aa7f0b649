import type { Problem } from '@assay/contract/problem';
import { transaction } from '@assay/kit/postgres/db';
import { waitUntil } from '@assay/testkit/until';
import {
  clientFixture,
  create,
  read,
  remove,
  startClientFixture,
  stopClientFixture,
  update,
  versions,
} from './client-fixture.ts';

beforeAll(startClientFixture);
afterAll(stopClientFixture);

/** The values and the problems of requests that were sent at once. */
async function outcomes<T>(requests: Promise<T>[]): Promise<{ values: T[]; problems: Problem[] }> {
  const settled = await Promise.allSettled(requests);
  return {
    values: settled.flatMap((each) => (each.status === 'fulfilled' ? [each.value] : [])),
    problems: settled.flatMap((each) => (each.status === 'rejected' ? [each.reason as Problem] : [])),
  };
}

test('exactly one of several editors of one state wins, and the others get the present token', async () => {
  const { id, configId } = await create();
  const { values, problems } = await outcomes(
    ['one', 'two', 'three', 'four'].map((systemPrompt) =>
      update(id, { set: { systemPrompt }, expectedConfigId: configId }),
    ),
  );
  expect(values).toHaveLength(1);
  expect(problems).toHaveLength(3);
  for (const problem of problems)
    expect(problem).toMatchObject({ code: 'CONFLICT', details: { currentConfigId: values[0]!.configId } });
  expect(await read(id)).toEqual(values[0]);
  expect((await versions(id)).items).toHaveLength(2);
});

test('of several renames of one state exactly one wins', async () => {
  const { id, name } = await create();
  const { values, problems } = await outcomes(
    ['race a', 'race b', 'race c'].map((next) => update(id, { name: next, expectedName: name })),
  );
  expect([values.length, problems.length]).toEqual([1, 2]);
  for (const problem of problems) expect(problem.details).toEqual({ currentName: values[0]!.name });
});

test('a rename and an edit of the settings that meet both take effect', async () => {
  const { id, name, configId } = await create();
  await Promise.all([
    update(id, { name: `${name} renamed`, expectedName: name }),
    update(id, { set: { systemPrompt: 'Hi.' }, expectedConfigId: configId }),
  ]);
  expect(await read(id)).toMatchObject({
    name: `${name} renamed`,
    versionNumber: 2,
    config: { systemPrompt: 'Hi.' },
  });
});

const attach = (id: string) => ({
  text: `insert into attachments (project_id, holder_kind, holder_id, client_id) values ('prj_1', 'suite', $1, $2)`,
  values: [`suite of ${id}`, id],
});

test('a deletion that meets an attachment waits for it, and is refused', async () => {
  const { id } = await create();
  let removal: Promise<unknown> | undefined;
  await transaction(clientFixture.pool, async (tx) => {
    await tx.query(attach(id));
    removal = outcomes([remove(id)]);
    await waitForLock();
  });
  expect(await removal).toMatchObject({ values: [], problems: [{ code: 'CONFLICT' }] });
  expect(await read(id)).toMatchObject({ id });
});

test('an attachment that meets a deletion waits for it, and fails', async () => {
  const { id } = await create();
  let attached: Promise<unknown> | undefined;
  await transaction(clientFixture.pool, async (tx) => {
    await tx.query('select from clients where id = $1 for update', [id]);
    attached = clientFixture.pool.query(attach(id)).then(
      () => 'attached',
      ({ code }: { code: string }) => code,
    );
    await waitForLock();
    await tx.query('delete from clients where id = $1', [id]);
  });
  expect(await attached).toBe('23503');
});

test('of a deletion and an edit that meet, the later one finds the outcome of the earlier', async () => {
  const { id, configId } = await create();
  const { problems } = await outcomes<unknown>([
    remove(id),
    update(id, { set: { systemPrompt: 'Hi.' }, expectedConfigId: configId }),
  ]);
  expect(problems.map(({ code }) => code)).toEqual(problems.length === 0 ? [] : ['NOT_FOUND']);
  await expect(read(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

/** Resolves when a statement of this database waits for a lock. */
async function waitForLock(): Promise<void> {
  await waitUntil(async () => {
    const { rowCount } = await clientFixture.pool.query(
      `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
    );
    return rowCount! > 0;
  });
}
