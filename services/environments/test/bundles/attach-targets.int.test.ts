import { BundlesService, type AttachTargetsRequest } from '@assay/mesh/gen/assay/v1/environments';
import { startTestEnvironments, type TestEnvironments } from '../support/start.ts';
import { storedClient, storedEnvironment } from '../support/stored.ts';

let fixture: TestEnvironments;
beforeAll(async () => {
  fixture = await startTestEnvironments();
});
afterAll(() => fixture.stop());

const attach = (targets: Partial<AttachTargetsRequest>) => {
  const none = { environmentIds: [], clients: [] };
  const request = { projectId: 'prj_1', holderKind: 'suite', holderId: 'suite_1', ...none, ...targets };
  return fixture.mesh.call(BundlesService.attachTargets, request, { caller: fixture.callerOf(request.projectId) });
};
const attachedTo = async (holderId: string): Promise<string[]> => {
  const found = await fixture.pool.query<{ id: string }>(
    'select coalesce(environment_id, client_id) as id from attachments where holder_id = $1 order by 1',
    [holderId],
  );
  return found.rows.map(({ id }) => id);
};

test('attaching replaces what a suite uses, and answers it in the order of the request', async () => {
  const { pool } = fixture;
  const clientId = await storedClient(pool, { name: 'Attached client' });
  const [one, two] = [await storedEnvironment(pool, clientId), await storedEnvironment(pool, clientId)];
  expect(await attach({ environmentIds: [two, one, two], clients: ['attached CLIENT', clientId] })).toEqual({
    environments: [
      { id: two, name: two },
      { id: one, name: one },
    ],
    clients: [{ id: clientId, name: 'Attached client' }],
  });
  expect(await attachedTo('suite_1')).toEqual([clientId, one, two].sort());
  await attach({ environmentIds: [one] });
  expect(await attachedTo('suite_1')).toEqual([one]);
  await attach({});
  expect(await attachedTo('suite_1')).toEqual([]);
});

test('attaching in another project leaves what a holder of the same id uses', async () => {
  const holderId = 'journey_theirs';
  const theirs = await storedEnvironment(fixture.pool, await storedClient(fixture.pool));
  await attach({ holderKind: 'journey', holderId, environmentIds: [theirs] });
  await attach({ projectId: 'prj_2', holderKind: 'journey', holderId });
  await attach({ holderKind: 'suite', holderId });
  expect(await attachedTo(holderId)).toEqual([theirs]);
});

test('attaching an unknown or foreign target changes nothing', async () => {
  const { pool } = fixture;
  const holderId = 'suite_unchanged';
  const own = await storedEnvironment(pool, await storedClient(pool));
  const foreignClient = await storedClient(pool, { projectId: 'prj_2' });
  const foreign = await storedEnvironment(pool, foreignClient, { projectId: 'prj_2' });
  await attach({ holderId, environmentIds: [own] });
  for (const [targets, details] of [
    [{ environmentIds: [own, 'env_unknown', foreign] }, { environmentId: 'env_unknown' }],
    [{ environmentIds: [foreign] }, { environmentId: foreign }],
    [{ environmentIds: [own], clients: [foreignClient] }, { client: foreignClient }],
  ] as const)
    await expect(attach({ holderId, ...structuredClone(targets) } as never)).rejects.toMatchObject({
      code: 'NOT_FOUND',
      details,
    });
  expect(await attachedTo(holderId)).toEqual([own]);
});

test('an archived environment stays attached, and cannot be attached anew', async () => {
  const { pool } = fixture;
  const environmentId = await storedEnvironment(pool, await storedClient(pool));
  await attach({ holderId: 'suite_before', environmentIds: [environmentId] });
  await pool.query('update environments set archived_at = now() where id = $1', [environmentId]);
  await attach({ holderId: 'suite_before', environmentIds: [environmentId] });
  await expect(attach({ holderId: 'suite_after', environmentIds: [environmentId] })).rejects.toMatchObject({
    code: 'CONFLICT',
    details: { code: 'ENV_ARCHIVED', environmentId },
  });
});

test('of a deletion and an attachment of a client at the same time exactly one happens', async () => {
  const { pool } = fixture;
  const deleteUnused = async (clientId: string): Promise<boolean> => {
    const tx = await pool.connect();
    try {
      await tx.query('begin');
      await tx.query('select from clients where id = $1 for update', [clientId]);
      const { rows } = await tx.query('select from attachments where client_id = $1', [clientId]);
      if (rows.length === 0) await tx.query('delete from clients where id = $1', [clientId]);
      await tx.query('commit');
      return rows.length === 0;
    } finally {
      tx.release();
    }
  };
  for (let round = 0; round < 10; round++) {
    const clientId = await storedClient(pool);
    const [isDeleted, isAttached] = await Promise.all([
      deleteUnused(clientId),
      attach({ holderId: `suite_race_${round}`, clients: [clientId] }).then(
        () => true,
        () => false,
      ),
    ]);
    expect([isDeleted, isAttached].filter(Boolean)).toHaveLength(1);
  }
});

test('two replacements for one holder at the same time leave the targets of one of them', async () => {
  const { pool } = fixture;
  const clientId = await storedClient(pool);
  const sets = await Promise.all(
    [1, 2].map(async () => [await storedEnvironment(pool, clientId), await storedEnvironment(pool, clientId)].sort()),
  );
  for (let round = 0; round < 10; round++) {
    await Promise.all(sets.map((environmentIds) => attach({ holderId: 'suite_both', environmentIds })));
    expect(sets).toContainEqual(await attachedTo('suite_both'));
  }
});
