import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import { BundlesService, ResolveBundleRequest } from '@assay/mesh/gen/assay/v1/environments';
import { transaction } from '@assay/kit/postgres/db';
import { insertPurge } from '@assay/kit/postgres/purge';
import { messageOf } from '@assay/testkit/message-of';
import { deleteServerCopy } from '../../src/events/server-deleted.ts';
import { copyServer } from '../../src/events/server-saved.ts';
import { startTestEnvironments, type TestEnvironments } from '../support/start.ts';
import { storedClient, storedEnvironment, storedServerGroup } from '../support/stored.ts';

let fixture: TestEnvironments;
beforeAll(async () => {
  fixture = await startTestEnvironments();
});
afterAll(() => fixture.stop());

type Target = Partial<ResolveBundleRequest>;
const resolve = async (target: Target): Promise<ResolvedBundle> => {
  const request = messageOf(ResolveBundleRequest, { projectId: 'prj_1', ...target });
  const { bundle } = await fixture.mesh.call(BundlesService.resolveBundle, request, {
    caller: fixture.callerOf(request.projectId, 'member'),
  });
  return JSON.parse(bundle.toString()) as ResolvedBundle;
};
const refusal = (code: string, details: object = {}) => ({ code: 'CONFLICT', details: { code, ...details } });

describe('the bundle of an environment', () => {
  test("has the client with its settings, the client's model and the client's servers", async () => {
    const changes = { optionalServerIds: ['srv_files'] };
    const clientId = await storedClient(fixture.pool, { name: 'Desktop', changes });
    const environmentId = await storedEnvironment(fixture.pool, clientId);
    expect(await resolve({ environmentId })).toEqual({
      environment: { id: environmentId, name: environmentId, revision: 1 },
      client: {
        id: clientId,
        name: 'Desktop',
        configId: `cfg ${clientId}`,
        versionId: expect.any(String),
        versionNumber: 1,
        config: expect.objectContaining({ modelId: 'scripted/echo', optionalServerIds: ['srv_files'] }),
      },
      effectiveModelId: 'scripted/echo',
      modelSource: 'host',
      selectedServerIds: ['srv_everything', 'srv_files'],
      servers: [
        { id: 'srv_everything', name: 'everything', isOptional: false },
        { id: 'srv_files', name: 'files', isOptional: true },
      ],
      pluginVersions: [],
      skills: [],
    });
  });

  test('of a client with a server group is made once, and refused without the group', async () => {
    const serverAttachmentId = await storedServerGroup(fixture.pool, ['srv_files']);
    const client = await storedClient(fixture.pool);
    const bundle = await resolve({ client, serverAttachmentId });
    expect(bundle).toMatchObject({
      environment: { name: null },
      client: { id: client },
      selectedServerIds: ['srv_files'],
    });
    expect((await resolve({ client, serverAttachmentId })).environment).toEqual(bundle.environment);
    await expect(resolve({ client, serverAttachmentId: 'srvgroup_none' })).rejects.toMatchObject(
      refusal('ENV_SERVER_GROUP_MISSING', { serverAttachmentId: 'srvgroup_none' }),
    );
  });

  test('has its own model and the servers of its group', async () => {
    const serverGroupId = await storedServerGroup(fixture.pool, ['srv_files']);
    const environmentId = await storedEnvironment(fixture.pool, await storedClient(fixture.pool), {
      serverGroupId,
      body: { modelId: 'scripted/other' },
    });
    expect(await resolve({ environmentId })).toMatchObject({
      modelId: 'scripted/other',
      effectiveModelId: 'scripted/other',
      modelSource: 'environment',
      serverAttachmentId: serverGroupId,
      selectedServerIds: ['srv_files'],
      servers: [{ id: 'srv_files', name: 'files', isOptional: false }],
    });
  });

  test('asks the catalog once, and not at all once its servers are copied', async () => {
    const { pool, directory } = fixture;
    const changes = { optionalServerIds: ['srv_files'] };
    const environmentId = await storedEnvironment(pool, await storedClient(pool, { changes }));
    const requestsFor = async (work: () => Promise<unknown>) => {
      const before = directory.requests;
      await work();
      return directory.requests - before;
    };
    const copy = (serverId: string, name: string, enabled = true) =>
      transaction(pool, (tx) => copyServer(tx, { serverId, projectId: 'prj_1', name, enabled }));
    const uncopied = await resolve({ environmentId });
    await copy('srv_everything', 'everything');
    expect(await requestsFor(() => resolve({ environmentId }))).toBe(1);
    await copy('srv_files', 'files');
    expect(await requestsFor(async () => expect(await resolve({ environmentId })).toEqual(uncopied))).toBe(0);
    await copy('srv_files', 'renamed');
    expect(await resolve({ environmentId })).toMatchObject({ servers: [{}, { name: 'renamed' }] });
    // Before the copy refuses, the catalog is asked: the server may have been switched on a moment ago.
    await copy('srv_files', 'files', false);
    expect(await requestsFor(async () => expect(await resolve({ environmentId })).toEqual(uncopied))).toBe(1);
    const deletion = { projectId: 'prj_1', deletedAtMs: 0 };
    for (const serverId of ['srv_everything', 'srv_files'])
      await transaction(pool, (tx) => deleteServerCopy(tx, { ...deletion, serverId }));
    expect(await requestsFor(() => resolve({ environmentId }))).toBe(1);
  });

  test('uses no copy of a server of another project, and none is made in a deleted project', async () => {
    const { pool } = fixture;
    await transaction(pool, async (tx) => {
      await copyServer(tx, { serverId: 'srv_other', projectId: 'prj_2', name: 'everything', enabled: true });
      await insertPurge(tx, 'project', 'prj_purged');
      await copyServer(tx, { serverId: 'srv_late', projectId: 'prj_purged', name: 'late', enabled: true });
    });
    const { rows } = await pool.query('select id from saved_servers');
    expect(rows).toEqual([{ id: 'srv_other' }]);
    const environmentId = await storedEnvironment(
      pool,
      await storedClient(pool, { changes: { serverIds: ['srv_other'] } }),
    );
    await expect(resolve({ environmentId })).rejects.toMatchObject(refusal('ENV_SERVER_DELETED'));
  });

  test('is refused with a code when it cannot be launched', async () => {
    const { pool } = fixture;
    const made = async (serverIds: string[]) =>
      storedEnvironment(pool, await storedClient(pool, { changes: { serverIds } }));
    await expect(resolve({ environmentId: await made([]) })).rejects.toMatchObject(refusal('ENV_NO_SERVERS'));
    await expect(
      resolve({ environmentId: await made(['srv_everything', 'srv_other', 'srv_gone']) }),
    ).rejects.toMatchObject(refusal('ENV_SERVER_DELETED', { serverIds: ['srv_other', 'srv_gone'] }));

    const archived = await made(['srv_everything']);
    await pool.query('update environments set archived_at = now() where id = $1', [archived]);
    await expect(resolve({ environmentId: archived })).rejects.toMatchObject(refusal('ENV_ARCHIVED'));

    const clientless = await made(['srv_everything']);
    await pool.query(
      `update environments set name = null, folded_name = null, adhoc_hash = 'x', client_id = 'client_gone' where id = $1`,
      [clientless],
    );
    await expect(resolve({ environmentId: clientless })).rejects.toMatchObject(refusal('ENV_CLIENT_MISSING'));
    await pool.query(
      `update environments set client_id = (select min(id) from clients), server_group_id = 'srvgroup_gone' where id = $1`,
      [clientless],
    );
    await expect(resolve({ environmentId: clientless })).rejects.toMatchObject(refusal('ENV_SERVER_GROUP_MISSING'));
  });

  test('is not found by another project', async () => {
    const environmentId = await storedEnvironment(fixture.pool, await storedClient(fixture.pool));
    await expect(resolve({ projectId: 'prj_2', environmentId })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is nothing that a runner may ask for', async () => {
    const request = messageOf(ResolveBundleRequest, { projectId: 'prj_1', environmentId: 'env_1' });
    await expect(fixture.runner.call(BundlesService.resolveBundle, request)).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  });
});

describe('the bundle of a client', () => {
  test('is found by its id, or by its name without case and invisible characters', async () => {
    const id = await storedClient(fixture.pool, { name: 'Cursor IDE' });
    for (const client of [id, 'cursor ide', 'CURSOR\u200b IDE'])
      expect(await resolve({ client })).toMatchObject({ environment: null, client: { id }, modelSource: 'host' });
    await expect(resolve({ projectId: 'prj_2', client: id })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is refused with the candidates when several clients have the name', async () => {
    const ids = [
      await storedClient(fixture.pool, { name: 'twin' }),
      await storedClient(fixture.pool, { name: 'Twin' }),
    ];
    await expect(resolve({ client: 'TWIN' })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { candidates: [{ id: ids[0] }, { id: ids[1] }] },
    });
  });

  test('may have no servers, and leaves them alone for a launch that brings its own', async () => {
    const none = await storedClient(fixture.pool, { changes: { serverIds: [] } });
    expect(await resolve({ client: none })).toMatchObject({ selectedServerIds: [], servers: [] });
    const gone = await storedClient(fixture.pool, { changes: { serverIds: ['srv_gone'] } });
    await expect(resolve({ client: gone })).rejects.toMatchObject(refusal('ENV_SERVER_DELETED'));
    expect(await resolve({ client: gone, withoutServers: true })).toMatchObject({ servers: [] });
  });

  test('is the bundle of the default client when nothing else is said', async () => {
    const id = await storedClient(fixture.pool, { name: 'default', isDefault: true });
    expect(await resolve({ defaultClient: true })).toMatchObject({ client: { id } });
  });
});

test('the present revisions leave out archived, unknown and foreign environments', async () => {
  const { pool } = fixture;
  const clientId = await storedClient(pool);
  const [present, archived] = [await storedEnvironment(pool, clientId), await storedEnvironment(pool, clientId)];
  await pool.query('update environments set archived_at = now() where id = $1', [archived]);
  await pool.query('update environments set revision = 7 where id = $1', [present]);
  const ask = (projectId: string) =>
    fixture.mesh.call(
      BundlesService.currentRevisions,
      { projectId, environmentIds: [present, archived, 'env_unknown'] },
      { caller: fixture.callerOf(projectId) },
    );
  expect((await ask('prj_1')).revisions).toEqual([{ environmentId: present, revision: 7 }]);
  expect((await ask('prj_2')).revisions).toEqual([]);
});
