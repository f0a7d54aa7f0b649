import { createHash } from 'node:crypto';
import { AccessService } from '@assay/mesh/gen/assay/v1/access';
import { type AuthenticateRequest, DirectoryService, Role } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import type { Problem } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/security/caller';
import { unseal } from '@assay/kit/security/seal';
import { storedKey } from '../../src/domain/api-keys/stored-key.ts';
import { insertKey } from '../../src/store/api-keys/api-keys.ts';
import { installationOf, startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
beforeAll(async () => {
  fixture = await startTestCatalog({ installation: installationOf(3) });
});
afterAll(() => fixture.stop());

const sha256 = (key: string) => createHash('sha256').update(key).digest();
const authenticate = (key: string) => fixture.mesh.call(DirectoryService.authenticate, { keyHash: sha256(key) });
const roleOf = async (userId: string, projectId = fixture.projectId, organizationId = fixture.organizationId) =>
  (await fixture.mesh.call(DirectoryService.authorize, { organizationId, userId, projectId })).role;

async function givenUser(id: string, role?: string) {
  await fixture.pool.query('insert into users (id, email, name) values ($1, $1, $1)', [id]);
  if (role)
    await fixture.pool.query('insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', [
      fixture.organizationId,
      id,
      role,
    ]);
}
const givenKey = (id: string, key: string, userId: string, organizationId = fixture.organizationId) =>
  insertKey(fixture.pool, { id, organizationId, userId, name: id, ...storedKey(key) });

describe('Authenticate', () => {
  test('the seeded key acts as the owner in their organization', async () => {
    expect(await authenticate(fixture.apiKey)).toMatchObject({
      organizationId: fixture.organizationId,
      userId: fixture.ada.userId,
    });
  });

  test('an unknown key is UNAUTHORIZED, without a reason', async () => {
    await expect(authenticate('sk_unknown')).rejects.toMatchObject({ code: 'UNAUTHORIZED', details: undefined });
  });

  test('a revoked key is refused with its reason', async () => {
    await givenKey('key_revoked', 'sk_revoked', fixture.ada.userId!);
    await fixture.pool.query(`update api_keys set revoked_at = now() where id = 'key_revoked'`);
    await expect(authenticate('sk_revoked')).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      details: { reason: 'REVOKED_KEY' },
    });
  });

  test('a key is known by its id until it is revoked', async () => {
    const byId = (keyId: string) =>
      fixture.mesh.call(DirectoryService.authenticate, { keyHash: Buffer.alloc(0), keyId });
    await givenKey('key_by_id', 'sk_by_id', fixture.ada.userId!);
    expect(await byId('key_by_id')).toEqual(await authenticate('sk_by_id'));
    await fixture.pool.query(`update api_keys set revoked_at = now() where id = 'key_by_id'`);
    await expect(byId('key_by_id')).rejects.toMatchObject({ details: { reason: 'REVOKED_KEY' } });
    await expect(byId('key_nobody_has')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    const ofSession = { keyHash: Buffer.alloc(0), sessionId: 'ses_unknown' };
    await expect(fixture.mesh.call(DirectoryService.authenticate, ofSession)).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
    });
  });

  test('a key of a deleted organization is refused with its reason', async () => {
    await fixture.pool.query(`insert into organizations (id, name) values ('org_gone', 'Gone')`);
    await givenKey('key_orphan', 'sk_orphan', fixture.ada.userId!, 'org_gone');
    await fixture.pool.query(`delete from organizations where id = 'org_gone'`);
    await expect(authenticate('sk_orphan')).rejects.toMatchObject({
      code: 'UNAUTHORIZED',
      details: { reason: 'ORPHANED_KEY' },
    });
  });

  test('a key stops working when its owner leaves the organization', async () => {
    await givenUser('usr_left');
    await givenKey('key_left', 'sk_left', 'usr_left');
    await expect(authenticate('sk_left')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('no key is stored in plain text', async () => {
    const { rows } = await fixture.pool.query(`select to_jsonb(k) as row from api_keys k`);
    expect(JSON.stringify(rows)).not.toContain(fixture.apiKey.slice(0, 12));
  });
});

describe('Authorize', () => {
  beforeAll(async () => {
    await givenUser('usr_admin', 'admin');
    await givenUser('usr_member', 'member');
    await givenUser('usr_stranger');
  });

  test.each([
    ['usr_admin', Role.ADMIN],
    ['usr_member', Role.MEMBER],
    ['usr_stranger', Role.UNSPECIFIED],
  ])('%s in a public project', async (userId, role) => {
    expect(await roleOf(userId)).toBe(role);
  });

  test('a private project is visible to its creator and to administrators only', async () => {
    const member = { ...fixture.ada, userId: 'usr_member' };
    const { id } = await fixture.call(operations.createProject, {}, { name: 'secret', visibility: 'private' }, member);
    await givenUser('usr_colleague', 'member');
    expect(await Promise.all(['usr_member', 'usr_admin', 'usr_colleague'].map((userId) => roleOf(userId, id)))).toEqual(
      [Role.OWNER, Role.ADMIN, Role.UNSPECIFIED],
    );
  });

  test('a project is out of reach from another organization', async () => {
    await fixture.pool.query(`insert into organizations (id, name) values ('org_other', 'Other')`);
    await fixture.pool.query(
      `insert into memberships (organization_id, user_id, role) values ('org_other', $1, 'owner')`,
      [fixture.ada.userId],
    );
    expect(await roleOf(fixture.ada.userId!, fixture.projectId, 'org_other')).toBe(Role.UNSPECIFIED);
    expect(await roleOf(fixture.ada.userId!, 'prj_none')).toBe(Role.UNSPECIFIED);
  });
});

describe('Authorize for `default`', () => {
  const ask = (userId: string, organizationId = fixture.organizationId) =>
    fixture.mesh.call(DirectoryService.authorize, { organizationId, userId, projectId: 'default' });

  test('is the oldest project, and no project for a member who cannot see that one', async () => {
    await fixture.call(operations.createProject, {}, { name: 'younger' });
    expect(await ask('usr_member')).toEqual({ role: Role.MEMBER, projectId: fixture.projectId });
    await fixture.pool.query(`update projects set visibility = 'private' where id = $1`, [fixture.projectId]);
    expect(await ask('usr_member')).toEqual({ role: Role.UNSPECIFIED, projectId: 'default' });
    expect(await ask('usr_admin')).toEqual({ role: Role.ADMIN, projectId: fixture.projectId });
    await fixture.pool.query(`update projects set visibility = 'public' where id = $1`, [fixture.projectId]);
  });

  test('is no project when the user sees none', async () => {
    expect(await ask('usr_stranger')).toEqual({ role: Role.UNSPECIFIED, projectId: 'default' });
    expect(await ask('usr_member', 'org_none')).toEqual({ role: Role.UNSPECIFIED, projectId: 'default' });
  });
});

test('only the gateway may authenticate keys and watch the access version', async () => {
  for (const caller of [fixture.ada, { requestId: 'r', service: 'runs' }]) {
    await expect(
      fixture.mesh.call(DirectoryService.authenticate, { keyHash: sha256(fixture.apiKey) }, { caller }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(fixture.mesh.call(AccessService.watch, { epoch: 0, waitMs: 0 }, { caller })).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
  }
});

test('environments may authenticate the token of a session, and nothing else', async () => {
  const caller: Caller = { requestId: 'r', service: 'environments' };
  const keyHash = Buffer.alloc(0);
  const codeOf = (asked: AuthenticateRequest) =>
    fixture.mesh.call(DirectoryService.authenticate, asked, { caller }).then(
      () => 'OK',
      ({ code }: Problem) => code,
    );
  expect([
    await codeOf({ keyHash, sessionHash: sha256('no token of a session') }),
    await codeOf({ keyHash: sha256(fixture.apiKey) }),
    await codeOf({ keyHash, keyId: 'key_1' }),
    await codeOf({ keyHash, sessionId: 'ses_1' }),
  ]).toEqual(['UNAUTHORIZED', 'FORBIDDEN', 'FORBIDDEN', 'FORBIDDEN']);
});

describe('servers for other services', () => {
  const http = {
    name: 'http',
    enabled: true,
    transportType: 'http',
    url: 'https://mcp.example/mcp',
    headers: { authorization: 'Bearer t' },
    timeout: 5_000,
    protocolVersion: '2025-06-18',
    useOAuth: true,
    authMethod: 'oauth',
    registrationMode: 'dcr',
    clientCapabilities: { sampling: {} },
  };
  const stdio = { name: 'stdio', enabled: false, transportType: 'stdio', command: 'npx', args: ['-y', 'files'] };
  let ids: { http: string; stdio: string };
  beforeAll(async () => {
    const save = async (server: object) =>
      (await fixture.call(operations.createProjectServer, { projectId: fixture.projectId }, server)).id;
    ids = { http: await save(http), stdio: await save(stdio) };
  });

  test('ResolveServers keeps the requested order and leaves out unknown servers', async () => {
    const { servers } = await fixture.mesh.call(DirectoryService.resolveServers, {
      projectId: fixture.projectId,
      serverIds: [ids.stdio, 'srv_none', ids.http],
    });
    expect(servers).toMatchObject([
      {
        id: ids.stdio,
        name: 'stdio',
        enabled: false,
        transport: 'stdio',
        command: 'npx',
        args: ['-y', 'files'],
        url: '',
        timeoutMs: 0,
      },
      {
        id: ids.http,
        projectId: fixture.projectId,
        transport: 'http',
        url: http.url,
        timeoutMs: 5_000,
        protocolVersion: '2025-06-18',
        useOauth: true,
        authMethod: 'oauth',
        registrationStrategy: 'dcr',
      },
    ]);
    expect(servers[0]!.sealedCredentials).toHaveLength(0);
    expect(servers.map(({ clientCapabilities }) => clientCapabilities.toString())).toEqual(['', '{"sampling":{}}']);
  });

  test('ResolveServers takes names only with orNames', async () => {
    const ask = async (orNames?: boolean) =>
      (
        await fixture.mesh.call(DirectoryService.resolveServers, {
          projectId: fixture.projectId,
          serverIds: ['stdio', ids.http, 'unknown'],
          orNames,
        })
      ).servers.map(({ id }) => id);
    expect([await ask(), await ask(true)]).toEqual([[ids.http], [ids.stdio, ids.http]]);
  });

  test('credentials leave sealed, and unseal only with the key and the server of their seal', async () => {
    const {
      servers: [server],
    } = await fixture.mesh.call(DirectoryService.resolveServers, {
      projectId: fixture.projectId,
      serverIds: [ids.http],
    });
    const sealed = server!.sealedCredentials;
    expect(sealed.toString('latin1')).not.toContain('Bearer');
    expect(JSON.parse(unseal(sealed, fixture.keyEncryptionKey, `server:${ids.http}`).toString())).toEqual({
      headers: { authorization: 'Bearer t' },
    });
    expect(() => unseal(sealed, fixture.keyEncryptionKey, `server:${ids.stdio}`)).toThrow('authenticate data');
  });

  test('PrepareLaunch answers with servers, limits and models in one call', async () => {
    const { projectId, organizationId } = fixture;
    expect(
      await fixture.mesh.call(DirectoryService.prepareLaunch, { projectId, organizationId, serverIds: [ids.http] }),
    ).toMatchObject({
      servers: [{ id: ids.http }],
      maxConcurrentRuns: 3,
      hostedModels: ['scripted/rules'],
    });
    await expect(
      fixture.mesh.call(DirectoryService.prepareLaunch, { projectId, organizationId: 'org_other', serverIds: [] }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('PrepareLaunch answers the models of a launch as GrantModels does, to a launch alone', async () => {
    const { projectId, organizationId, ada } = fixture;
    const account = { projectId, organizationId };
    const models = {
      ...account,
      suiteId: '',
      keyId: '',
      models: ['scripted/rules', 'acme/none'],
      broughtKeys: {},
      sealedFor: 'run:run_1',
    };
    const request = { ...account, serverIds: [ids.http], models };
    const runs = { caller: { requestId: 'req', service: 'runs' } };
    const [{ servers, granted }, alone] = await Promise.all([
      fixture.mesh.call(DirectoryService.prepareLaunch, request, runs),
      fixture.mesh.call(DirectoryService.grantModels, models, runs),
    ]);
    expect([servers, granted]).toMatchObject([[{ id: ids.http }], alone]);
    expect(alone.grants).toMatchObject([{ id: 'scripted/rules', price: { input: 0, output: 0 } }, { id: '' }]);
    await expect(
      fixture.mesh.call(DirectoryService.prepareLaunch, request, { caller: { ...ada, service: 'diagnostics' } }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('a caller reaches only its own project, or any project of its organization without one', async () => {
    const { projectId, organizationId, ada } = fixture;
    const { projectId: _none, role: _neither, ...anywhere } = ada;
    const { organizationId: _nowhere, organizationRole: _no, ...homeless } = anywhere;
    const asks = (caller: Caller) => [
      () => fixture.mesh.call(DirectoryService.resolveServers, { projectId, serverIds: [ids.http] }, { caller }),
      () =>
        fixture.mesh.call(
          DirectoryService.prepareLaunch,
          { projectId, organizationId, serverIds: [ids.http] },
          { caller },
        ),
    ];
    for (const caller of [ada, anywhere])
      expect(await Promise.all(asks(caller).map((ask) => ask()))).toMatchObject([
        { servers: [{ id: ids.http }] },
        { servers: [{ id: ids.http }] },
      ]);
    for (const caller of [
      { ...ada, projectId: 'prj_other' },
      { ...anywhere, organizationId: 'org_other' },
      homeless,
      { ...anywhere, service: 'runs', organizationId: 'org_other' },
    ]) {
      for (const ask of asks(caller)) await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    }
  });
});
