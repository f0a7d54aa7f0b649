import { operations } from '@assay/contract/operations';
import { transaction } from '@assay/kit/postgres/db';
import { insertPurge } from '@assay/kit/postgres/purge';
import { projectLimits, type LimitedKind } from '../../src/domain/projects/project-limits.ts';
import { startTestEnvironments, type TestEnvironments } from '../support/start.ts';
import { storedClient, storedEnvironment, storedServerGroup } from '../support/stored.ts';

let fixture: TestEnvironments;
beforeAll(async () => {
  fixture = await startTestEnvironments();
});
afterAll(() => fixture.stop());

const blueprint = JSON.stringify({ baseImage: `docker.io/library/node@sha256:${'a'.repeat(64)}` });
let count = 0;

/** A project in which everything can be made. */
async function project(projectId: string) {
  const target = { projectId };
  const keyed = { ...target, idempotencyKey: '' };
  const [{ pool, call }, owner] = [fixture, { projectId }];
  const clientId = await storedClient(pool, { ...owner, isDefault: true });
  const groupId = await storedServerGroup(pool, ['srv_everything'], projectId);
  const named = await storedEnvironment(pool, clientId, owner);
  await pool.query('update environments set archived_at = now() where id = $1', [named]);
  const name = () => `made ${++count}`;
  fixture.directory.servers.push({ ...fixture.directory.servers[0]!, projectId });
  const makers: [LimitedKind, () => Promise<unknown>][] = [
    ['clients', () => call(operations.createClient, keyed, { name: name(), template: 'assay' })],
    ['clients', () => call(operations.duplicateClient, { ...keyed, clientId }, { name: name() })],
    ['environments', () => call(operations.createEnvironment, keyed, { name: name(), hostId: clientId })],
    [
      'environments',
      () => call(operations.restoreEnvironment, { ...target, environmentId: named }, { expectedRevision: 1 }),
    ],
    ['adhocEnvironments', () => call(operations.ensureAdhocEnvironment, target, { hostId: clientId, modelId: name() })],
    ['serverGroups', () => call(operations.createServerGroup, keyed, { name: name(), serverIds: ['srv_everything'] })],
    ['serverGroupSnapshots', () => call(operations.snapshotServerGroup, { ...target, serverGroupId: groupId })],
    ['images', () => call(operations.createSandboxImage, target, { name: name(), blueprint })],
  ];
  return { clientId, makers };
}

/** Writes as many rows of each kind as the project may have. */
async function fill(projectId: string, clientId: string): Promise<void> {
  const rowsOf = (kind: LimitedKind) => `generate_series(1, ${projectLimits[kind].most}) n`;
  for (const statement of [
    `insert into clients (id, project_id, name, folded_name, version_id)
       select 'client_' || n, $1, 'c', 'c', 'ver_' || n from ${rowsOf('clients')}`,
    `insert into client_versions (id, client_id, version_number, config_id, config, changed)
       select 'ver_' || n, 'client_' || n, 1, 'c', '{"modelId":"m","serverIds":[],"optionalServerIds":[]}', '{}' from ${rowsOf('clients')}`,
    `insert into environments (id, project_id, name, folded_name, client_id, body)
       select 'env_' || n, $1, 'e' || n, 'e' || n, '${clientId}', '{}' from ${rowsOf('environments')}`,
    `insert into environments (id, project_id, adhoc_hash, client_id, body)
       select 'adhoc_' || n, $1, n, '${clientId}', '{}' from ${rowsOf('adhocEnvironments')}`,
    `insert into server_groups (id, project_id, name, folded_name, server_ids)
       select 'group_' || n, $1, 'g' || n, 'g' || n, '{}' from generate_series(2, ${projectLimits.serverGroups.most}) n`,
    `insert into server_groups (id, project_id, name, folded_name, server_ids, snapshot_of)
       select 'attach_' || n, $1, 's', 's', '{}', 'group' from ${rowsOf('serverGroupSnapshots')}`,
    `insert into images (id, project_id, owner_id, name, sharing, blueprint, content_hash)
       select 'image_' || n, $1, 'usr', 'i', 'user', '', '' from ${rowsOf('images')}`,
  ])
    await fixture.pool.query(statement, statement.includes('$1') ? [projectId] : []);
}

test('a project takes one of each kind up to the limit, and no more', async () => {
  const { clientId, makers } = await project('prj_full');
  await fill('prj_full', clientId);
  for (const [limit, make] of makers)
    await expect(make()).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { limit, allowedValue: projectLimits[limit].most },
    });
  await fixture.pool.query(`delete from clients where id = 'client_1'`);
  await fixture.pool.query(`delete from environments where id in ('env_1', 'adhoc_1')`);
  await fixture.pool.query(`delete from server_groups where id in ('group_2', 'attach_1')`);
  await fixture.pool.query(`delete from images where id = 'image_1'`);
  const firsts = new Map(makers.toReversed());
  for (const make of firsts.values()) await make();
});

test('nothing is made in a project that was deleted while the request was under way', async () => {
  const { makers } = await project('prj_gone');
  await transaction(fixture.pool, (tx) => insertPurge(tx, 'project', 'prj_gone'));
  await fixture.pool.query(`update purges set due_at = now() + interval '1 hour'`);
  for (const [kind, make] of makers)
    expect([kind, await make().catch((problem: unknown) => problem)]).toMatchObject([kind, { code: 'NOT_FOUND' }]);
  await fixture.pool.query(`delete from clients where project_id = 'prj_gone'`);
  await expect(fixture.call(operations.listClients, { projectId: 'prj_gone' })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});
