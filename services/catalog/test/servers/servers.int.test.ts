import type { Role } from '@assay/contract/access';
import { ServerDeleted, ServerSaved } from '@assay/mesh/events';
import { operations } from '@assay/contract/operations';
import { unseal } from '@assay/kit/security/seal';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
beforeAll(async () => {
  fixture = await startTestCatalog();
});
afterAll(() => fixture.stop());

let count = 0;
const http = () => ({
  name: `server ${++count}`,
  enabled: true,
  transportType: 'http',
  url: 'https://mcp.example/mcp',
});
const project = () => ({ projectId: fixture.projectId });
const create = (server: object) => fixture.call(operations.createProjectServer, project(), server);
const edit = (serverId: string, patch: object) =>
  fixture.call(operations.updateProjectServer, { ...project(), serverId }, patch);
const credentialsOf = async (id: string) => {
  const {
    rows: [row],
  } = await fixture.pool.query<{ credentials: Buffer | null }>('select credentials from servers where id = $1', [id]);
  return row!.credentials && JSON.parse(unseal(row!.credentials, fixture.keyEncryptionKey, `server:${id}`).toString());
};

test('a viewer reads no secret in the path of an address, and a member reads it whole', async () => {
  const url = 'https://mcp.example/s/0f1e2d3c4b5a69788796/mcp';
  const { id: serverId } = await create({ ...http(), url });
  const seenBy = async (role: Role) => {
    const as = { ...fixture.ada, role };
    const { items } = await fixture.call(operations.listProjectServers, project(), {}, as);
    return [
      (await fixture.call(operations.getProjectServer, { ...project(), serverId }, {}, as)).url,
      items.find(({ id }) => id === serverId)!.url,
    ];
  };
  const hidden = 'https://mcp.example/s/[redacted]/mcp';
  expect(await seenBy('viewer')).toEqual([hidden, hidden]);
  expect(await seenBy('member')).toEqual([url, url]);
});

test('a server is read as it was written, without write-only fields', async () => {
  const secret = { headers: { authorization: 'Bearer secret-of-the-header' }, clientSecret: 'secret-of-the-client' };
  const readable = {
    ...http(),
    timeout: 5_000,
    protocolVersion: '2025-06-18',
    useOAuth: true,
    oauthScopes: ['read'],
    clientId: 'c',
    oauthResourceUrl: 'https://mcp.example',
    authMethod: 'oauth',
    oauthRegistrationStrategy: 'dcr',
    oauthProtocolMode: 'auto',
    oauthProtocolVersion: '2025-06-18',
    oauthAllowPathScopedIssuer: true,
    clientCapabilities: { sampling: {} },
    tags: ['search', 'staging area'],
  };
  const created = await create({ ...readable, ...secret });
  const expected = {
    id: created.id,
    projectId: fixture.projectId,
    ...readable,
    hasClientSecret: true,
    headerNames: ['authorization'],
    envNames: [],
    revision: 1,
    updatedBy: fixture.ada.userId,
    createdAt: expect.any(Number),
    updatedAt: expect.any(Number),
  };
  expect(created).toEqual(expected);
  expect(await fixture.call(operations.getProjectServer, { ...project(), serverId: created.id })).toEqual(expected);
  expect(await credentialsOf(created.id)).toEqual(secret);
});

test('single headers are changed, and all other headers keep their saved values', async () => {
  const { id } = await create({ ...http(), headers: { A: '1', B: '2' } });
  const target = { ...project(), serverId: id };
  const update = (change: object) => fixture.call(operations.updateProjectServer, target, change);
  expect(await update({ headerChanges: { a: null, C: '3' } })).toMatchObject({ headerNames: ['B', 'C'] });
  expect(await credentialsOf(id)).toMatchObject({ headers: { B: '2', C: '3' } });
  for (const [change, path] of [
    [{ headers: {}, headerChanges: { D: '4' } }, '/headerChanges'],
    [{ headerChanges: { D: 'a\r\nb' } }, '/headerChanges/D'],
    [{ headerChanges: { 'D ': '4' } }, '/headerChanges'],
    [{ envChanges: { D: '4' } }, '/env'],
    [{ envChanges: { 'D=': '4' } }, '/envChanges'],
    [{ headerChanges: {} }, '/headerChanges'],
  ] as const)
    await expect(update(change)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    });
  await expect(
    fixture.call(operations.updateProjectServer, { ...target, serverId: 'srv_nowhere' }, { headerChanges: { A: '1' } }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('auto settings and unused cross-app access count as absent', async () => {
  const server = { ...http(), timeout: 1_500.5 };
  const created = await create({
    ...server,
    useOAuth: false,
    authMethod: 'auto',
    oauthRegistrationStrategy: 'auto',
    useXaa: false,
    xaaAuthzIssuer: '',
    xaaSubject: '',
  });
  const { id } = created;
  expect(created).toEqual({
    ...server,
    ...project(),
    id,
    useOAuth: false,
    hasClientSecret: false,
    headerNames: [],
    envNames: [],
    revision: 1,
    updatedBy: fixture.ada.userId,
    createdAt: expect.any(Number),
    updatedAt: expect.any(Number),
  });
  await edit(id, { authMethod: 'oauth' });
  const changed = await edit(id, { authMethod: 'auto', xaaEmail: '', clearXaaConfig: true });
  expect([changed.authMethod, changed.timeout]).toEqual([undefined, 1_500.5]);
});

test('no secret is stored in plain text', async () => {
  await create({
    name: 'stdio',
    enabled: true,
    transportType: 'stdio',
    command: 'npx',
    args: ['x'],
    env: { TOKEN: 'secret-of-the-command' },
  });
  const { rows } = await fixture.pool.query(
    'select to_jsonb(s) as row, encode(credentials, $1) as bytes from servers s',
    ['escape'],
  );
  expect(JSON.stringify(rows)).not.toMatch(/secret-of-the/);
});

test.each([{ useXaa: true }, { authServerMode: 'xaa' }, { xaaSubject: 'me' }, { xaaClientAuth: 'private_key_jwt' }])(
  'settings of cross-app access %j are refused with the reason',
  async (change) => {
    await expect(create({ ...http(), ...change })).rejects.toThrow('cross-app access, which is not supported');
  },
);

test.each<[string, object, string]>([
  ['without a name', { name: undefined }, '/name'],
  ['without a url', { url: undefined }, '/url'],
  ['with a command', { command: 'npx' }, '/command'],
  ['with a url that is none', { url: 'mcp' }, '/url'],
  ['with a file url', { url: 'file:///etc/passwd' }, '/url'],
  ['with a password in its url', { url: 'https://a:b@mcp.example' }, '/url'],
  ['with an unknown key', { useXab: true }, '/useXab'],
  ['that wants cross-app access', { useXaa: true }, '/useXaa'],
  ['with a subject of cross-app access', { xaaSubject: 'me' }, '/xaaSubject'],
  ['with a way in that is none', { authMethod: 'magic' }, '/authMethod'],
  ['with a way to register that is none', { oauthRegistrationStrategy: 'magic' }, '/oauthRegistrationStrategy'],
  ['that is a client without an id', { authMethod: 'client_credentials' }, '/clientId'],
  ['with capabilities that are a list', { clientCapabilities: [] }, '/clientCapabilities'],
  ['with a header that breaks the line', { headers: { a: 'b\r\nx: y' } }, '/headers/a'],
  ['with a header name that is none', { headers: { 'a b': 'c' } }, '/headers'],
  ['with no time', { timeout: 0 }, '/timeout'],
  ['with a revision that was never published', { protocolVersion: '2020-01-01' }, '/protocolVersion'],
  ['with a NUL in its id', { clientId: '\u0000' }, '/clientId'],
])('a server %s is refused', async (_, change, path) => {
  await expect(create({ ...http(), ...change })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path }] },
  });
});

test('a name is taken once per project', async () => {
  const server = http();
  await create(server);
  await expect(create(server)).rejects.toMatchObject({ code: 'CONFLICT' });
  const { id } = await create(http());
  await expect(edit(id, { name: server.name })).rejects.toMatchObject({ code: 'CONFLICT' });
  expect(await edit(id, { name: 'free' })).toMatchObject({ name: 'free' });
});

describe('PATCH', () => {
  test('absent keeps, null clears, a value replaces, for credentials too', async () => {
    const { id } = await create({ ...http(), timeout: 1_000, headers: { a: '1' }, clientSecret: 's' });
    expect(await edit(id, { timeout: null, enabled: false })).toMatchObject({
      enabled: false,
      url: 'https://mcp.example/mcp',
      hasClientSecret: true,
    });
    expect(await fixture.call(operations.getProjectServer, { ...project(), serverId: id })).not.toHaveProperty(
      'timeout',
    );
    expect(await credentialsOf(id)).toEqual({ headers: { a: '1' }, clientSecret: 's' });
    expect(await edit(id, { clearClientSecret: true, headers: { b: '2' } })).toMatchObject({ hasClientSecret: false });
    expect(await credentialsOf(id)).toEqual({ headers: { b: '2' } });
    await edit(id, { headers: null });
    expect(await credentialsOf(id)).toBeNull();
  });

  test('another transport drops the fields of the previous one', async () => {
    const { id } = await create({ ...http(), headers: { a: '1' }, useOAuth: true });
    const edited = await edit(id, { transportType: 'stdio', command: 'npx' });
    expect(edited).toMatchObject({ transportType: 'stdio', command: 'npx', useOAuth: false });
    expect(edited).not.toHaveProperty('url');
    expect(await credentialsOf(id)).toBeNull();
  });

  test.each<[string, object]>([
    ['is empty', {}],
    ['takes away the url', { url: null }],
    ['gives a field of the other transport', { command: 'npx' }],
    ['changes the transport and forgets the command', { transportType: 'stdio' }],
    ['sets and clears the client secret', { clearClientSecret: true, clientSecret: 'x' }],
  ])('one that %s is refused and changes nothing', async (_, patch) => {
    const server = await create(http());
    await expect(edit(server.id, patch)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    expect(await fixture.call(operations.getProjectServer, { ...project(), serverId: server.id })).toEqual(server);
  });

  test('two at once both apply', async () => {
    const { id } = await create(http());
    await Promise.all([edit(id, { headers: { a: '1' } }), edit(id, { clientSecret: 's' }), edit(id, { timeout: 7 })]);
    expect(await credentialsOf(id)).toEqual({ headers: { a: '1' }, clientSecret: 's' });
    expect(await fixture.call(operations.getProjectServer, { ...project(), serverId: id })).toMatchObject({
      timeout: 7,
      hasClientSecret: true,
    });
  });
});

test('a server of another project is not found by any operation', async () => {
  const { id } = await create(http());
  const elsewhere = { ...fixture.ada, projectId: 'prj_other' };
  const target = { projectId: 'prj_other', serverId: id };
  await expect(fixture.call(operations.getProjectServer, target, {}, elsewhere)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(
    fixture.call(operations.updateProjectServer, target, { enabled: false }, elsewhere),
  ).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(fixture.call(operations.deleteProjectServer, target, {}, elsewhere)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(fixture.call(operations.listProjectServers, target, {}, elsewhere)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  await expect(fixture.call(operations.createProjectServer, target, http(), elsewhere)).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
});

test('a server is announced when it is saved first, renamed or switched, not for other edits', async () => {
  const { id, name } = await create(http());
  const edit = (patch: object) => fixture.call(operations.updateProjectServer, { ...project(), serverId: id }, patch);
  await edit({ timeout: 5_000 });
  await edit({ name: `${name} renamed` });
  await edit({ enabled: false });
  const { rows } = await fixture.pool.query('select type, value from outbox where key = $1 order by id', [id]);
  const seen = { serverId: id, projectId: fixture.projectId };
  expect(rows.map(({ value }) => ServerSaved.codec.decode(value))).toEqual([
    { ...seen, name, enabled: true },
    { ...seen, name: `${name} renamed`, enabled: true },
    { ...seen, name: `${name} renamed`, enabled: false },
  ]);
});

test('a deleted server is announced once', async () => {
  const { id } = await create(http());
  expect(await fixture.call(operations.deleteProjectServer, { ...project(), serverId: id })).toEqual({
    id,
    deleted: true,
  });
  await expect(fixture.call(operations.deleteProjectServer, { ...project(), serverId: id })).rejects.toMatchObject({
    code: 'NOT_FOUND',
  });
  const { rows } = await fixture.pool.query('select topic, type, value from outbox where key = $1 and type = $2', [
    id,
    ServerDeleted.type,
  ]);
  expect(rows).toMatchObject([{ topic: ServerDeleted.topic, type: ServerDeleted.type }]);
  expect(ServerDeleted.codec.decode(rows[0].value)).toMatchObject({ serverId: id, projectId: fixture.projectId });
});

test('a DELETE with a body is refused', async () => {
  const { id } = await create(http());
  await expect(
    fixture.call(operations.deleteProjectServer, { ...project(), serverId: id }, { force: true }),
  ).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

test('pages are newest first, do not overlap, and end', async () => {
  const all = (await fixture.call(operations.listProjectServers, project())).items.map(({ id }) => id);
  const walked: string[] = [];
  for (let cursor: string | undefined; walked.length === 0 || cursor;) {
    const page = await fixture.call(operations.listProjectServers, project(), {
      limit: '4',
      ...(cursor && { cursor }),
    });
    walked.push(...page.items.map(({ id }) => id));
    cursor = page.nextCursor;
  }
  expect(walked).toEqual(all);
  expect(all.length).toBeGreaterThan(8);
});
