import {
  getDirectoryServer, installDirectoryServer, installRegistryServer, listDirectoryServers, listDirectorySources, listRegistryConnections, listRegistryServers, uninstallRegistryServer,
} from '@assay/contract/operations/registry';
import { createProjectServer, deleteProjectServer, getProjectServer, updateProjectServer } from '@assay/contract/operations/catalog';
import { unseal } from '@assay/kit/seal';
import { listed, startDirectory } from './registry-directory.ts';
import { startTestCatalog, type TestCatalog } from './start.ts';

type Directory = Awaited<ReturnType<typeof startDirectory>>;
let house: TestCatalog;
let official: Directory;
let own: Directory;

const weather = listed('com.example/weather', '1.0.0', {
  title: 'Weather', websiteUrl: 'javascript:alert(1)', repository: { url: 'https://github.com/example/weather', source: 'github' },
  remotes: [{
    type: 'streamable-http', url: 'https://{tenant}.weather.example/mcp', variables: { tenant: { description: 'Who you are', isRequired: true } },
    headers: [{ name: 'X-API-Key', isRequired: true, isSecret: true }, { name: 'X-Units', default: 'metric', choices: ['metric', 'imperial'] }, { name: 'Authorization', value: 'Bearer {token} {not_one}', variables: { token: { isSecret: true } } }],
  }],
});
const notes = listed('io.github.ada/notes', '2.0.0', {
  remotes: [{ type: 'sse', url: 'https://notes.example/sse', headers: [{ name: 'X-Key', isRequired: true, isSecret: true }] }],
  packages: [{
    registryType: 'npm', registryBaseUrl: 'https://registry.npmjs.org', identifier: '@ada/notes', version: '2.0.0', transport: { type: 'stdio' }, runtimeHint: 'npx',
    packageArguments: [{ type: 'positional', value: 'start' }, { type: 'named', name: '--folder', isRequired: true, format: 'filepath' }, { type: 'named', name: '--verbose' }, { type: 'named', name: '--port', default: '80' }, { type: 'positional', valueHint: 'extra' }],
    environmentVariables: [{ name: 'NOTES_TOKEN', isRequired: true, isSecret: true }, { name: 'LOG', default: 'info' }],
  }],
});
const image = listed('com.example/image', '3.1.0', { packages: [{
  registryType: 'oci', registryBaseUrl: 'https://ghcr.io', identifier: 'example/image', version: '3.1.0', transport: { type: 'stdio' },
  runtimeArguments: [{ type: 'named', name: '--mount', value: 'type=bind,src={source},dst=/project', variables: { source: { isRequired: true, format: 'filepath' } } }],
  environmentVariables: [{ name: 'A', value: 'fixed' }],
}] });
const python = listed('org.example/python', '0.5.0', { packages: [{ registryType: 'pypi', identifier: 'weather-mcp', version: '0.5.0', transport: { type: 'stdio' } }] });
const described = listed('com.example/described', '1.0.0');

beforeAll(async () => {
  [official, own] = await Promise.all([
    startDirectory([weather, null, notes, { server: { name: 'no version/x' } }, image, python, described, listed('com.example/old', '0.9.0', {}, { isLatest: false }), listed('com.example/old', '1.0.0')]),
    startDirectory([listed('corp.internal/tools', '1.0.0', { remotes: [{ type: 'streamable-http', url: 'https://tools.corp.internal/mcp' }] })]),
  ]);
  house = await startTestCatalog({ registrySources: [{ name: 'official', url: official.origin }, { name: 'own', url: own.origin }] });
});
beforeEach(async () => {
  official.fail = own.fail = undefined;
  official.requests.length = 0;
  await house.pool.query('delete from registry_answers; delete from servers');
});
afterAll(() => Promise.all([house, official, own].map((each) => each.stop())));

const project = () => ({ projectId: house.projectId });
const search = (query: object = {}) => house.call(listDirectoryServers, {}, query);
const read = (idOrName: string, query: object = {}) => house.call(getDirectoryServer, { idOrName }, query);
const install = (body: object) => house.call(installDirectoryServer, project(), body);
const saved = (serverId: string) => house.call(getProjectServer, { ...project(), serverId });
const credentialsOf = async (id: string) => {
  const { rows: [row] } = await house.pool.query<{ credentials: Buffer | null }>('select credentials from servers where id = $1', [id]);
  return row!.credentials && JSON.parse(unseal(row!.credentials, house.keyEncryptionKey, `server:${id}`).toString()) as object;
};
const agesOut = () => house.pool.query("update registry_answers set fetched_at = now() - interval '1 hour'");

async function walk(query: object): Promise<string[]> {
  const names: string[] = [];
  for (let cursor: string | undefined, pages = 0; pages === 0 || cursor; pages++) {
    const page = await search({ ...query, ...(cursor && { cursor }) });
    names.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor;
    expect(pages).toBeLessThan(20);
  }
  return names;
}
const everything = ['com.example/weather', 'io.github.ada/notes', 'com.example/image', 'org.example/python', 'com.example/described', 'com.example/old', 'corp.internal/tools'];

describe('a search', () => {
  test.each([1, 2, 3, 100])('walks every source in pages of %d, leaves out what is no server, and tells each once', async (limit) => {
    expect(await walk({ limit: String(limit) })).toEqual(everything);
  });

  test('shows facts, and no link that is none', async () => {
    const { items: [first] } = await search({ limit: '1' });
    expect(first).toEqual({
      id: expect.stringMatching(/^regsrv_/), source: 'official', name: 'com.example/weather', title: 'Weather', description: 'About com.example/weather', version: '1.0.0', status: 'active',
      rowType: 'remote', endpointKinds: ['streamable-http'], verifiedTier: 'domain', connectable: true, repositoryUrl: 'https://github.com/example/weather', publishedAt: '2026-01-02T03:04:05Z', contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    });
  });

  test.each<[object, string[]]>([
    [{ q: 'notes' }, ['io.github.ada/notes']],
    [{ source: 'own' }, ['corp.internal/tools']],
    [{ rowType: 'package' }, ['com.example/image', 'org.example/python']],
    [{ endpointKind: 'stdio' }, ['io.github.ada/notes', 'com.example/image', 'org.example/python']],
    [{ verifiedTier: 'account' }, ['io.github.ada/notes']],
    [{ connectableOnly: 'true' }, everything.filter((name) => !/described|old/.test(name))],
  ])('with %j finds %j', async (query, names) => expect(await walk({ ...query, limit: '2' })).toEqual(names));

  test.each<[string, object, string]>([
    ['an unknown source', { source: 'x' }, '/source'], ['an unknown kind', { endpointKind: 'carrier' }, '/endpointKind'], ['an unknown type', { rowType: 'x' }, '/rowType'],
    ['an unknown tier', { verifiedTier: 'x' }, '/verifiedTier'], ['a cursor of nobody', { cursor: 'eA' }, '/cursor'], ['a switch that is none', { connectableOnly: 'perhaps' }, '/connectableOnly'],
  ])('for %s is refused', async (_, query, path) => {
    await expect(search(query)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
  });

  test('a cursor is good for the filters that it was issued for, and for no others', async () => {
    const { nextCursor } = await search({ limit: '1' });
    await expect(search({ limit: '1', q: 'notes', cursor: nextCursor })).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: '/cursor' }] } });
    expect(await search({ limit: '5', cursor: nextCursor })).toMatchObject({ items: expect.arrayContaining([expect.objectContaining({ name: 'io.github.ada/notes' })]) });
  });

  test('a source is asked once for what is asked again within minutes, and for the latest versions alone', async () => {
    await search({ source: 'official' });
    const asked = official.requests.length;
    expect(official.requests.every((each) => each.includes('version=latest'))).toBe(true);
    await search({ source: 'official' });
    expect(official.requests).toHaveLength(asked);
  });

  test.each(['status', 'html', 'shape', 'endless'] as const)('a source that fails (%s) is answered for by what it said last, marked as such', async (fail) => {
    await search({ source: 'own' });
    await agesOut();
    own.fail = fail;
    expect(await search({ source: 'own' })).toMatchObject({ stale: true, items: [{ name: 'corp.internal/tools' }] });
    own.fail = undefined;
    expect(await search({ source: 'own' })).not.toHaveProperty('stale');
  });

  test.each(['status', 'html', 'shape', 'endless'] as const)('a source that fails (%s) and was never heard is named', async (fail) => {
    own.fail = fail;
    await expect(search({ source: 'own' })).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE', details: { source: 'own', cause: expect.any(String) } });
    const page = await search({ limit: '100' });
    expect(page.unreachableSources).toEqual(['own']);
    expect(page.items).toHaveLength(everything.length - 1);
  });

  test('a source that does not answer is not waited for longer than its cap', async () => {
    own.fail = 'silence';
    await expect(search({ source: 'own' })).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE', details: { source: 'own', cause: 'timeout' } });
  }, 20_000);

  test('what cannot be reached at all is told apart', async () => {
    const dead = await startTestCatalog({ registrySources: [{ name: 'dead', url: 'http://127.0.0.1:9' }] });
    await expect(dead.call(listDirectoryServers, {})).rejects.toMatchObject({ code: 'SERVER_UNREACHABLE', details: { source: 'dead', cause: expect.any(String) } });
    await dead.stop();
  });
});

describe('a published server', () => {
  test('is read by its name and by its id, with what an install has to say', async () => {
    const detail = await read('com.example/weather');
    expect(detail).toMatchObject({
      latestContentHash: detail.contentHash, server: weather.server,
      endpoints: [{ id: 'remote:0', kind: 'streamable-http', url: 'https://{tenant}.weather.example/mcp', inputs: [
        { name: 'tenant', in: 'url', isRequired: true, description: 'Who you are' }, { name: 'X-API-Key', in: 'header', isSecret: true }, { name: 'X-Units', default: 'metric', choices: ['metric', 'imperial'] }, { name: 'token', in: 'header', isRequired: false },
      ] }],
    });
    expect(await read(detail.id)).toEqual(detail);
    expect((await read('corp.internal/tools')).source).toBe('own');
  });

  test('shows the command that would be started', async () => {
    expect((await read('com.example/image')).endpoints).toMatchObject([{ command: 'docker', args: ['run', '-i', '--rm', '-e', 'A', '--mount', 'type=bind,src={source},dst=/project', 'ghcr.io/example/image:3.1.0'] }]);
    expect((await read('org.example/python')).endpoints).toMatchObject([{ command: 'uvx', args: ['weather-mcp@0.5.0'] }]);
  });

  test.each(['com.example/nothing', 'regsrv_00000000000000000000000000', 'x'])('that is not there (%s) is not found', async (idOrName) => {
    await expect(read(idOrName)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('that is read while its source is down is as it was', async () => {
    await read('com.example/weather');
    await agesOut();
    official.fail = 'status';
    expect(await read('com.example/weather')).toMatchObject({ stale: true, name: 'com.example/weather' });
  });
});

test('the sources are listed, and when they last answered', async () => {
  await search({ source: 'own' });
  expect((await house.call(listDirectorySources, {})).items).toEqual([{ name: 'official', url: official.origin }, { name: 'own', url: own.origin, lastSeenAt: expect.any(Number) }]);
});

describe('an install', () => {
  const inputs = { tenant: 'acme', 'X-API-Key': 's3cret' };

  test('of a remote saves an address, and headers that nobody reads again', async () => {
    const installed = await install({ name: 'com.example/weather', inputs });
    expect(installed).toEqual({ outcome: 'created', registryServerId: (await read('com.example/weather')).id, serverId: expect.any(String), serverName: 'weather', source: 'official', name: 'com.example/weather', version: '1.0.0', contentHash: (await read('com.example/weather')).contentHash });
    const server = await saved(installed.serverId);
    expect(server).toMatchObject({ name: 'weather', enabled: true, transportType: 'http', url: 'https://acme.weather.example/mcp' });
    expect(JSON.stringify([installed, server])).not.toContain('s3cret');
    expect(await credentialsOf(installed.serverId)).toEqual({ headers: { 'X-API-Key': 's3cret', 'X-Units': 'metric' } });
  });

  test('of a package saves a command, its arguments and its environment', async () => {
    const { serverId } = await install({ name: 'io.github.ada/notes', endpoint: 'package:0', serverName: 'My notes', inputs: { '--folder': '/notes', NOTES_TOKEN: 't0ken' } });
    expect(await saved(serverId)).toMatchObject({ name: 'My notes', transportType: 'stdio', command: 'npx', args: ['-y', '@ada/notes@2.0.0', 'start', '--folder', '/notes', '--verbose', '--port', '80'] });
    expect(await credentialsOf(serverId)).toEqual({ env: { NOTES_TOKEN: 't0ken', LOG: 'info' } });
  });

  test('names every input that is missing, and those that are wrong', async () => {
    await expect(install({ name: 'com.example/weather', inputs: { 'X-Units': 'furlongs', nope: '1' } })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR', details: { issues: ['/inputs/nope', '/inputs/tenant', '/inputs/X-API-Key', '/inputs/X-Units'].map((path) => ({ path, message: expect.any(String) })) },
    });
  });

  test.each<[string, object, string]>([
    ['an endpoint that is not there', { endpoint: 'remote:9', inputs }, '/endpoint'],
    ['a header that breaks the line', { inputs: { ...inputs, 'X-API-Key': 'a\r\nb: c' } }, '/server/headers/X-API-Key'],
    ['a tenant that makes no address', { inputs: { ...inputs, tenant: 'a b' } }, '/server/url'],
    ['a tenant with a password', { inputs: { ...inputs, tenant: 'a:b@c' } }, '/url'],
    ['an unknown source', { inputs, source: 'x' }, '/source'],
    ['an unknown field', { inputs, command: 'sh' }, '/command'],
  ])('with %s is refused and writes nothing', async (_, change, path) => {
    await expect(install({ name: 'com.example/weather', ...change })).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
    expect((await house.pool.query('select from servers')).rowCount).toBe(0);
  });

  test('of what has nothing to install is refused, and so is what is not there', async () => {
    await expect(install({ name: 'com.example/described' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(install({ name: 'com.example/nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(install({ name: 'com.example/weather', version: '9.9.9', inputs })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('of something else than was read is refused', async () => {
    await expect(install({ name: 'com.example/weather', inputs, expectedContentHash: '0'.repeat(64) })).rejects.toMatchObject({ code: 'CONFLICT' });
    const { latestContentHash: expectedContentHash } = await read('com.example/weather');
    expect(await install({ name: 'com.example/weather', inputs, expectedContentHash })).toMatchObject({ outcome: 'created' });
  });

  test('under a name that another server has is refused', async () => {
    await house.call(createProjectServer, project(), { name: 'weather', enabled: true, transportType: 'http', url: 'https://mine.example' });
    await expect(install({ name: 'com.example/weather', inputs })).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('"weather"') });
    expect(await install({ name: 'com.example/weather', inputs, serverName: 'weather 2' })).toMatchObject({ outcome: 'created', serverName: 'weather 2' });
  });

  test('of what the project has brings it to the version, under its own name; credentials stay where they were given', async () => {
    const first = await install({ name: 'io.github.ada/notes', inputs: { 'X-Key': 'k' }, serverName: 'Notes' });
    await house.call(updateProjectServer, { ...project(), serverId: first.serverId }, { timeout: 5_000, enabled: false });
    const again = await install({ name: 'io.github.ada/notes' });
    expect(again).toMatchObject({ outcome: 'reconnected', serverId: first.serverId, serverName: 'Notes' });
    expect(await saved(first.serverId)).toMatchObject({ name: 'Notes', enabled: false, timeout: 5_000, url: 'https://notes.example/sse' });
    expect(await credentialsOf(first.serverId)).toEqual({ headers: { 'X-Key': 'k' } });
  });

  test('of a version that leads elsewhere does not take the credentials along', async () => {
    const { serverId } = await install({ name: 'io.github.ada/notes', inputs: { 'X-Key': 'k' } });
    const at = official.entries.indexOf(notes);
    official.entries[at] = { ...notes, server: { ...notes.server, version: '2.1.0', remotes: [{ type: 'sse', url: 'https://elsewhere.example/sse', headers: [{ name: 'X-Key', isRequired: true, isSecret: true }] }] } };
    await agesOut();
    try {
      await search();
      expect((await house.call(listRegistryConnections, project())).items).toMatchObject([{ serverId, version: '2.0.0', latestVersion: '2.1.0', updateAvailable: true }]);
      await expect(install({ name: 'io.github.ada/notes' })).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path: '/inputs/X-Key' }] } });
      expect(await saved(serverId)).toMatchObject({ url: 'https://notes.example/sse' });
      expect(await install({ name: 'io.github.ada/notes', inputs: { 'X-Key': 'new' } })).toMatchObject({ outcome: 'reconnected', version: '2.1.0' });
      expect(await credentialsOf(serverId)).toEqual({ headers: { 'X-Key': 'new' } });
    } finally {
      official.entries[at] = notes;
      await agesOut();
    }
  });

  test('of what is known here asks no source, and holds what was read', async () => {
    await search();
    const known = (await house.call(listRegistryServers, project(), { scope: 'global' })).items.find(({ name }) => name === 'com.example/weather')!;
    official.fail = 'status';
    const choose = { registryServerId: known.id, inputs };
    await expect(house.call(installRegistryServer, project(), { ...choose, expectedUpdatedAt: known.updatedAt - 1 })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(house.call(installRegistryServer, project(), { ...choose, registryServerId: 'regsrv_x' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const installed = await house.call(installRegistryServer, project(), { ...choose, expectedUpdatedAt: known.updatedAt });
    expect(installed).toMatchObject({ outcome: 'created', name: 'com.example/weather' });
    expect((await house.call(listRegistryServers, project(), { scope: 'organization' })).items).toMatchObject([{ id: known.id, scope: 'organization', installed: { serverId: installed.serverId, updateAvailable: false } }]);
    expect((await house.call(listRegistryServers, project(), { scope: 'global' })).items.map(({ id }) => id)).not.toContain(known.id);
  });

  test('is gone with its server, and takes its server with it', async () => {
    const first = await install({ name: 'com.example/weather', inputs });
    await house.call(deleteProjectServer, { ...project(), serverId: first.serverId });
    expect((await house.call(listRegistryConnections, project())).items).toEqual([]);
    const again = await install({ name: 'com.example/weather', inputs });
    const target = { ...project(), registryServerId: again.registryServerId };
    expect(await house.call(uninstallRegistryServer, target)).toEqual({ deleted: true, serverId: again.serverId });
    await expect(saved(again.serverId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(house.call(uninstallRegistryServer, target)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('in a project of somebody else is not found', async () => {
    const elsewhere = { ...house.ada, projectId: 'prj_other' };
    await expect(house.call(installDirectoryServer, { projectId: 'prj_other' }, { name: 'com.example/weather', inputs }, elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { registryServerId } = await install({ name: 'com.example/weather', inputs });
    await expect(house.call(uninstallRegistryServer, { projectId: 'prj_other', registryServerId }, {}, elsewhere)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await house.call(listRegistryConnections, { projectId: 'prj_other' }, {}, elsewhere)).items).toEqual([]);
  });
});

test('known servers are paged by name', async () => {
  await search({ limit: '100' });
  const names: string[] = [];
  for (let cursor: string | undefined, pages = 0; pages === 0 || cursor; pages++) {
    const page = await house.call(listRegistryServers, project(), { limit: '3', ...(cursor && { cursor }) });
    names.push(...page.items.map(({ name }) => name));
    cursor = page.nextCursor;
  }
  expect(names).toEqual(everything.toSorted());
});
