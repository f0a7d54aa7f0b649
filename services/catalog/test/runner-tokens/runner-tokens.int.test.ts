import { createHash, randomBytes } from 'node:crypto';
import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { seal, unseal } from '@assay/kit/security/seal';
import { auditedChanges } from '@assay/testkit/audit/audited-changes';
import { waitUntil } from '@assay/testkit/until';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
beforeAll(async () => {
  fixture = await startTestCatalog();
});
afterAll(() => fixture.stop());

const organization = () => ({ organizationId: fixture.organizationId });
const create = (changes: object = {}, caller = fixture.adaInPerson) =>
  fixture.call(
    operations.createRunnerToken,
    organization(),
    { name: 'lab', labels: ['vpn', 'eu-1'], ...changes },
    caller,
  );
const GATEWAY: Caller = { requestId: 'req_gateway', service: 'gateway' };
const authenticate = (token: string, caller = GATEWAY) =>
  fixture.mesh.call(
    DirectoryService.authenticateRunner,
    { tokenHash: createHash('sha256').update(token).digest() },
    { caller },
  );
const list = async () => (await fixture.call(operations.listRunnerTokens, organization())).items;

test('a token is shown once, and has its organization, project and labels', async () => {
  const { token, ...rest } = await create({ labels: ['vpn', 'eu-1', 'vpn'], projectId: fixture.projectId });
  expect(token).toMatch(/^rt_[\w-]{43}$/);
  expect(rest).toEqual({
    id: expect.stringMatching(/^token_/),
    name: 'lab',
    prefix: token.slice(0, 8),
    labels: ['vpn', 'eu-1'],
    projectId: fixture.projectId,
    createdBy: fixture.ada.userId,
    createdAt: expect.any(Number),
  });
  expect(await list()).toEqual([rest]);
  expect(await authenticate(token)).toEqual({
    tokenId: rest.id,
    organizationId: fixture.organizationId,
    projectId: fixture.projectId,
    labels: ['vpn', 'eu-1'],
  });
  const { rows } = await fixture.pool.query('select to_jsonb(t) as row from runner_tokens t');
  expect(JSON.stringify([rows, await list()])).not.toContain(token.slice(0, 12));
});

test('a token without a project is valid in the whole organization', async () => {
  expect(await authenticate((await create()).token)).toMatchObject({ projectId: '' });
});

test('the last use of a token is stored at most once a minute', async () => {
  const { id, token } = await create();
  const lastUsed = async () => (await list()).find((each) => each.id === id)!.lastUsedAt;
  expect(await lastUsed()).toBeUndefined();
  await authenticate(token);
  const first = await lastUsed();
  await authenticate(token);
  expect([first, await lastUsed()]).toEqual([expect.any(Number), first]);
  await fixture.pool.query(
    `update runner_tokens set last_used_at = last_used_at - interval '61 seconds' where id = $1`,
    [id],
  );
  await authenticate(token);
  expect(await lastUsed()).toBeGreaterThanOrEqual(first!);
});

test('a revoked token is invalid, and a second revocation changes nothing', async () => {
  const { id, token } = await create();
  expect(
    await fixture.call(operations.revokeRunnerToken, { ...organization(), tokenId: id }, {}, fixture.adaInPerson),
  ).toEqual({
    id,
    revoked: true,
  });
  const [revoked] = await list();
  expect(revoked).toMatchObject({ id, revokedAt: expect.any(Number) });
  await fixture.call(operations.revokeRunnerToken, { ...organization(), tokenId: id }, {}, fixture.adaInPerson);
  expect(await list()).toMatchObject([revoked, {}, {}, {}]);
  await expect(authenticate(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  await expect(authenticate('rt_unknown')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test('of two concurrent revocations one is audited', async () => {
  const { id, token: _, ...before } = await create();
  await fixture.pool.query('delete from outbox');
  const revoke = () =>
    fixture.call(operations.revokeRunnerToken, { ...organization(), tokenId: id }, {}, fixture.adaInPerson);
  const other = await fixture.pool.connect();
  await other.query('begin');
  await other.query('select from runner_tokens where id = $1 for update', [id]);
  const both = Promise.all([revoke(), revoke()]);
  await waitUntil(
    async () =>
      (
        await fixture.pool.query(
          `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
        )
      ).rowCount === 2,
  );
  await other.query('rollback');
  other.release();
  expect(await both).toEqual([
    { id, revoked: true },
    { id, revoked: true },
  ]);
  const [revoked] = await list();
  expect(await auditedChanges(fixture.pool)).toEqual([
    expect.objectContaining({
      operation: 'RevokeRunnerToken',
      outcome: 'done',
      target: { tokenId: id },
      before: { id, ...before },
      after: revoked,
    }),
  ]);
});

test('a former admin cannot make a token', async () => {
  await fixture.pool.query(
    `insert into users (id, email, name) values ('usr_former', 'former@acme.example', 'Former')`,
  );
  const former = { ...fixture.adaInPerson, userId: 'usr_former' };
  await expect(create({}, former)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await fixture.pool.query(
    `insert into memberships (organization_id, user_id, role) values ($1, 'usr_former', 'member')`,
    [fixture.organizationId],
  );
  await expect(create({}, former)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a token is deleted with its project', async () => {
  const { id: projectId } = await fixture.call(operations.createProject, {}, { name: 'doomed' });
  const { token } = await create({ projectId });
  await fixture.call(operations.deleteProject, { projectId }, {}, { ...fixture.ada, projectId });
  await expect(authenticate(token)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test.each<[string, object, string]>([
  ['no name', { name: ' ' }, '/name'],
  ['no labels', { labels: [] }, '/labels'],
  ['too many labels', { labels: Array.from({ length: 21 }, (_, i) => `l${i}`) }, '/labels'],
  ['a label in capitals', { labels: ['a', 'VPN'] }, '/labels/1'],
  ['a label that begins with a dash', { labels: ['-a'] }, '/labels/0'],
  ['a label that is too long', { labels: ['a'.repeat(64)] }, '/labels/0'],
  ["a project that is not the organization's", { projectId: 'prj_other' }, '/projectId'],
  ['an unknown key', { scope: 'x' }, '/scope'],
])('a token with %s is refused', async (_, changes, path) => {
  const before = await list();
  await expect(create(changes)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
  expect(await list()).toEqual(before);
});

test('tokens are listed by members, and made and revoked by owners and admins', async () => {
  const { id } = await create();
  await fixture.pool.query(`insert into users (id, email, name) values ('usr_bob', 'bob', 'bob')`);
  await fixture.pool.query(
    `insert into memberships (organization_id, user_id, role) values ($1, 'usr_bob', 'member')`,
    [fixture.organizationId],
  );
  const [bob, stranger]: Caller[] = [
    { ...fixture.adaInPerson, userId: 'usr_bob', organizationRole: 'member' },
    { ...fixture.adaInPerson, organizationId: 'org_other' },
  ];
  expect((await fixture.call(operations.listRunnerTokens, organization(), {}, bob)).items[0]).toMatchObject({ id });
  await expect(create({}, bob)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(
    fixture.call(operations.revokeRunnerToken, { ...organization(), tokenId: id }, {}, bob),
  ).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
  await expect(create({}, stranger)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(fixture.call(operations.listRunnerTokens, organization(), {}, stranger)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(
    fixture.call(operations.revokeRunnerToken, { ...organization(), tokenId: 'token_none' }, {}, fixture.adaInPerson),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a key can neither make nor revoke a token: a leaked key must not add credentials', async () => {
  const { id, token } = await create();
  for (const asked of [
    create({}, fixture.ada),
    fixture.call(operations.revokeRunnerToken, { ...organization(), tokenId: id }),
  ]) {
    await expect(asked).rejects.toMatchObject({ code: 'FORBIDDEN', message: 'An API key cannot do this; sign in.' });
  }
  expect(await authenticate(token)).toMatchObject({ tokenId: id });
});

describe('servers for runners with labels', () => {
  const server = {
    name: 'private',
    enabled: true,
    transportType: 'http',
    url: 'https://mcp.internal/mcp',
    runnerLabels: ['vpn'],
  };
  const project = () => ({ projectId: fixture.projectId });
  const resolve = async (serverId: string, caller?: Caller) =>
    (
      await fixture.mesh.call(
        DirectoryService.resolveServers,
        { ...project(), serverIds: [serverId] },
        caller && { caller },
      )
    ).servers.map(({ runnerLabels }) => runnerLabels);

  test('carry the labels that their runner needs', async () => {
    const { id, runnerLabels } = await fixture.call(operations.createProjectServer, project(), server);
    expect([runnerLabels, await resolve(id)]).toEqual([['vpn'], [['vpn']]]);
    expect(
      await fixture.call(operations.updateProjectServer, { ...project(), serverId: id }, { runnerLabels: null }),
    ).not.toHaveProperty('runnerLabels');
    expect(await resolve(id)).toEqual([[]]);
    await expect(
      fixture.call(operations.updateProjectServer, { ...project(), serverId: id }, { runnerLabels: ['a', 'b c'] }),
    ).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: '/runnerLabels/1' }] } });
  });

  test('are sent without credentials on request', async () => {
    const { id } = await fixture.call(operations.createProjectServer, project(), {
      ...server,
      name: 'keyed',
      headers: { authorization: 'Bearer x' },
    });
    const sealed = async (more: object) =>
      (
        await fixture.mesh.call(DirectoryService.resolveServers, { ...project(), serverIds: [id], ...more })
      ).servers.map(({ sealedCredentials }) => sealedCredentials.length > 0);
    expect([await sealed({}), await sealed({ withoutCredentials: true })]).toEqual([[true], [false]]);
  });

  test('are sent only to a runner of their organization and project', async () => {
    const { id } = await fixture.call(operations.createProjectServer, project(), { ...server, name: 'another' });
    const runner = (bound: Partial<Caller>) => resolve(id, { requestId: 'r', service: 'runner', ...bound });
    expect(
      await Promise.all([runner({}), runner(organization()), runner({ ...organization(), ...project() })]),
    ).toEqual([[['vpn']], [['vpn']], [['vpn']]]);
    await expect(runner({ organizationId: 'org_other' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(runner({ ...organization(), projectId: 'prj_other' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('Reseal', () => {
  const GATEWAY = { requestId: 'r', service: 'gateway' };
  const key = randomBytes(32);
  const value = (text: string, context: string) => ({
    sealed: seal(Buffer.from(text), fixture.keyEncryptionKey, context),
    context,
  });
  const reseal = (values: { sealed: Buffer; context: string }[], caller: Caller = GATEWAY, newKey = key) =>
    fixture.mesh.call(DirectoryService.reseal, { key: newKey, values }, { caller });

  test('reseals values in their order, each bound to its own context', async () => {
    const {
      sealed: [first, second],
    } = await reseal([value('one', 'server:1'), value('two', 'run:2')]);
    expect([unseal(first!, key, 'server:1').toString(), unseal(second!, key, 'run:2').toString()]).toEqual([
      'one',
      'two',
    ]);
    expect(() => unseal(first!, fixture.keyEncryptionKey, 'server:1')).toThrow();
    expect(() => unseal(first!, key, 'run:2')).toThrow();
  });

  test.each<[string, () => { sealed: Buffer; context: string }]>([
    ['of another context', () => ({ ...value('x', 'server:1'), context: 'server:2' })],
    ['of another key', () => ({ sealed: seal(Buffer.from('x'), randomBytes(32), 'server:1'), context: 'server:1' })],
    ['that was never sealed', () => ({ sealed: Buffer.from('x'), context: 'server:1' })],
  ])('a value %s is refused at its place', async (_, bad) => {
    await expect(reseal([value('one', 'server:1'), bad()])).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/values/1' }] },
    });
  });

  test('an invalid key is refused', async () => {
    await expect(reseal([], GATEWAY, Buffer.alloc(16))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/key' }] },
    });
  });

  test.each([[{ requestId: 'r', service: 'runner' }], [{ requestId: 'r', service: 'runs' }]])(
    'is for the gateway only, not for %j',
    async (caller) => {
      await expect(reseal([value('one', 'server:1')], caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
      await expect(reseal([value('one', 'server:1')], fixture.ada)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    },
  );
});

test('only the gateway authenticates runner tokens', async () => {
  const { token } = await create();
  await expect(authenticate(token, fixture.ada)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});
