import { operations } from '@assay/contract/operations';
import { registryEntry } from '@assay/testkit/registry-directory';
import {
  agesOut,
  credentialsOf,
  registryFixture,
  installServer,
  notesEntry,
  officialDirectory,
  projectTarget,
  readDirectory,
  savedServer,
  searchDirectory,
} from '../support/registry.ts';

describe('an install', () => {
  const inputs = { tenant: 'acme', 'X-API-Key': 's3cret' };

  test('of a remote saves an address and write-only headers', async () => {
    const installed = await installServer({ name: 'com.example/weather', inputs });
    expect(installed).toEqual({
      outcome: 'created',
      registryServerId: (await readDirectory('com.example/weather')).id,
      serverId: expect.any(String),
      serverName: 'weather',
      source: 'official',
      name: 'com.example/weather',
      version: '1.0.0',
      contentHash: (await readDirectory('com.example/weather')).contentHash,
    });
    const server = await savedServer(installed.serverId);
    expect(server).toMatchObject({
      name: 'weather',
      enabled: true,
      transportType: 'http',
      url: 'https://acme.weather.example/mcp',
    });
    expect(JSON.stringify([installed, server])).not.toContain('s3cret');
    expect(await credentialsOf(installed.serverId)).toEqual({
      headers: { 'X-API-Key': 's3cret', 'X-Units': 'metric' },
    });
  });

  test('of a package saves a command, its arguments and its environment', async () => {
    const { serverId } = await installServer({
      name: 'io.github.ada/notes',
      endpoint: 'package:0',
      serverName: 'My notes',
      inputs: { '--folder': '/notes', NOTES_TOKEN: 't0ken' },
    });
    expect(await savedServer(serverId)).toMatchObject({
      name: 'My notes',
      transportType: 'stdio',
      command: 'npx',
      args: ['-y', '@ada/notes@2.0.0', 'start', '--folder', '/notes', '--verbose', '--port', '80'],
    });
    expect(await credentialsOf(serverId)).toEqual({ env: { NOTES_TOKEN: 't0ken', LOG: 'info' } });
  });

  test('names every missing and every wrong input', async () => {
    await expect(
      installServer({ name: 'com.example/weather', inputs: { 'X-Units': 'furlongs', nope: '1' } }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: {
        issues: ['/inputs/nope', '/inputs/tenant', '/inputs/X-API-Key', '/inputs/X-Units'].map((path) => ({
          path,
          message: expect.any(String),
        })),
      },
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
    await expect(installServer({ name: 'com.example/weather', ...change })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    });
    expect((await registryFixture.pool.query('select from servers')).rowCount).toBe(0);
  });

  test('of a missing or uninstallable server is refused', async () => {
    await expect(installServer({ name: 'com.example/described' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(installServer({ name: 'com.example/nothing' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(installServer({ name: 'com.example/weather', version: '9.9.9', inputs })).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('of other content than expected is refused', async () => {
    await expect(
      installServer({ name: 'com.example/weather', inputs, expectedContentHash: '0'.repeat(64) }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    const { latestContentHash: expectedContentHash } = await readDirectory('com.example/weather');
    expect(await installServer({ name: 'com.example/weather', inputs, expectedContentHash })).toMatchObject({
      outcome: 'created',
    });
  });

  test('under a taken name is refused', async () => {
    await registryFixture.call(operations.createProjectServer, projectTarget(), {
      name: 'weather',
      enabled: true,
      transportType: 'http',
      url: 'https://mine.example',
    });
    await expect(installServer({ name: 'com.example/weather', inputs })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining('"weather"'),
    });
    expect(await installServer({ name: 'com.example/weather', inputs, serverName: 'weather 2' })).toMatchObject({
      outcome: 'created',
      serverName: 'weather 2',
    });
  });

  test('of an installed server updates it under its own name, with its credentials', async () => {
    const first = await installServer({ name: 'io.github.ada/notes', inputs: { 'X-Key': 'k' }, serverName: 'Notes' });
    await registryFixture.call(
      operations.updateProjectServer,
      { ...projectTarget(), serverId: first.serverId },
      { timeout: 5_000, enabled: false },
    );
    const again = await installServer({ name: 'io.github.ada/notes' });
    expect(again).toMatchObject({ outcome: 'reconnected', serverId: first.serverId, serverName: 'Notes' });
    expect(await savedServer(first.serverId)).toMatchObject({
      name: 'Notes',
      enabled: false,
      timeout: 5_000,
      url: 'https://notes.example/sse',
    });
    expect(await credentialsOf(first.serverId)).toEqual({ headers: { 'X-Key': 'k' } });
  });

  test('of an installed server keeps its reference to a secret', async () => {
    const first = await installServer({ name: 'io.github.ada/notes', inputs: { 'X-Key': 'k' }, serverName: 'Bound' });
    const { id: secretId } = await registryFixture.call(operations.createSecret, projectTarget(), {
      name: 'key',
      value: 'of the secret',
    });
    await registryFixture.call(
      operations.updateProjectServer,
      { ...projectTarget(), serverId: first.serverId },
      { headers: { 'X-Key': { secretId } } },
    );
    expect(await installServer({ name: 'io.github.ada/notes' })).toMatchObject({ outcome: 'reconnected' });
    expect(await savedServer(first.serverId)).toMatchObject({ headerSecrets: { 'X-Key': { secretId } } });
    expect(await credentialsOf(first.serverId)).toMatchObject({ headers: { 'X-Key': 'of the secret' } });
  });

  test('of a version with another destination does not keep the credentials', async () => {
    const { serverId } = await installServer({ name: 'io.github.ada/notes', inputs: { 'X-Key': 'k' } });
    const at = officialDirectory.entries.indexOf(notesEntry);
    officialDirectory.entries[at] = {
      ...notesEntry,
      server: {
        ...notesEntry.server,
        version: '2.1.0',
        remotes: [
          {
            type: 'sse',
            url: 'https://elsewhere.example/sse',
            headers: [{ name: 'X-Key', isRequired: true, isSecret: true }],
          },
        ],
      },
    };
    await agesOut();
    try {
      await searchDirectory();
      expect((await registryFixture.call(operations.listRegistryConnections, projectTarget())).items).toMatchObject([
        { serverId, version: '2.0.0', latestVersion: '2.1.0', updateAvailable: true },
      ]);
      await expect(installServer({ name: 'io.github.ada/notes' })).rejects.toMatchObject({
        code: 'VALIDATION_ERROR',
        details: { issues: [{ path: '/inputs/X-Key' }] },
      });
      expect(await savedServer(serverId)).toMatchObject({ url: 'https://notes.example/sse' });
      expect(await installServer({ name: 'io.github.ada/notes', inputs: { 'X-Key': 'new' } })).toMatchObject({
        outcome: 'reconnected',
        version: '2.1.0',
      });
      expect(await credentialsOf(serverId)).toEqual({ headers: { 'X-Key': 'new' } });
    } finally {
      officialDirectory.entries[at] = notesEntry;
      await agesOut();
    }
  });

  test('of a known version asks no source, and uses the cached entry', async () => {
    await searchDirectory();
    const known = (
      await registryFixture.call(operations.listRegistryServers, projectTarget(), { scope: 'global' })
    ).items.find(({ name }) => name === 'com.example/weather')!;
    officialDirectory.fail = 'status';
    const choose = { registryServerId: known.id, inputs };
    await expect(
      registryFixture.call(operations.installRegistryServer, projectTarget(), {
        ...choose,
        expectedUpdatedAt: known.updatedAt - 1,
      }),
    ).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(
      registryFixture.call(operations.installRegistryServer, projectTarget(), {
        ...choose,
        registryServerId: 'regsrv_x',
      }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const installed = await registryFixture.call(operations.installRegistryServer, projectTarget(), {
      ...choose,
      expectedUpdatedAt: known.updatedAt,
    });
    expect(installed).toMatchObject({ outcome: 'created', name: 'com.example/weather' });
    expect(
      (await registryFixture.call(operations.listRegistryServers, projectTarget(), { scope: 'organization' })).items,
    ).toMatchObject([
      { id: known.id, scope: 'organization', installed: { serverId: installed.serverId, updateAvailable: false } },
    ]);
    expect(
      (await registryFixture.call(operations.listRegistryServers, projectTarget(), { scope: 'global' })).items.map(
        ({ id }) => id,
      ),
    ).not.toContain(known.id);
  });

  test('is deleted with its server, and deletes its server', async () => {
    const first = await installServer({ name: 'com.example/weather', inputs });
    await registryFixture.call(operations.deleteProjectServer, { ...projectTarget(), serverId: first.serverId });
    expect((await registryFixture.call(operations.listRegistryConnections, projectTarget())).items).toEqual([]);
    const again = await installServer({ name: 'com.example/weather', inputs });
    const target = { ...projectTarget(), registryServerId: again.registryServerId };
    expect(await registryFixture.call(operations.uninstallRegistryServer, target)).toEqual({
      deleted: true,
      serverId: again.serverId,
    });
    await expect(savedServer(again.serverId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(registryFixture.call(operations.uninstallRegistryServer, target)).rejects.toMatchObject({
      code: 'NOT_FOUND',
    });
  });

  test('in a foreign project is not found', async () => {
    const elsewhere = { ...registryFixture.ada, projectId: 'prj_other' };
    await expect(
      registryFixture.call(
        operations.installDirectoryServer,
        { projectId: 'prj_other' },
        { name: 'com.example/weather', inputs },
        elsewhere,
      ),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { registryServerId } = await installServer({ name: 'com.example/weather', inputs });
    await expect(
      registryFixture.call(
        operations.uninstallRegistryServer,
        { projectId: 'prj_other', registryServerId },
        {},
        elsewhere,
      ),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(
      (await registryFixture.call(operations.listRegistryConnections, { projectId: 'prj_other' }, {}, elsewhere)).items,
    ).toEqual([]);
  });
});

describe('a reinstall', () => {
  const tenants = registryEntry('com.example/tenants', '1.0.0', {
    remotes: [
      {
        type: 'streamable-http',
        url: 'https:/{tenant}.example/mcp',
        variables: { tenant: { isRequired: true } },
        headers: [{ name: 'X-Key', isSecret: true }],
      },
    ],
  });
  beforeAll(() => {
    officialDirectory.entries.push(tenants);
  });
  afterAll(() => {
    officialDirectory.entries.pop();
  });

  test('does not send credentials of another address to the publisher', async () => {
    const { serverId } = await installServer({ name: 'io.github.ada/notes', inputs: { 'X-Key': 'k' } });
    await registryFixture.call(
      operations.updateProjectServer,
      { ...projectTarget(), serverId },
      { url: 'https://internal.example/mcp', headers: { 'X-Key': 'internal' } },
    );
    await expect(installServer({ name: 'io.github.ada/notes' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/inputs/X-Key' }] },
    });
    expect([await savedServer(serverId), await credentialsOf(serverId)]).toMatchObject([
      { url: 'https://internal.example/mcp' },
      { headers: { 'X-Key': 'internal' } },
    ]);
  });

  test('keeps the credentials only for the same tenant', async () => {
    const { serverId } = await installServer({ name: 'com.example/tenants', inputs: { tenant: 'acme', 'X-Key': 'k' } });
    await installServer({ name: 'com.example/tenants', inputs: { tenant: 'acme' } });
    expect(await credentialsOf(serverId)).toEqual({ headers: { 'X-Key': 'k' } });
    await installServer({ name: 'com.example/tenants', inputs: { tenant: 'mallory' } });
    expect(await credentialsOf(serverId)).toBeNull();
  });

  test('of another command does not get the saved environment', async () => {
    const inputs = { '--folder': '/notes' };
    const { serverId } = await installServer({
      name: 'io.github.ada/notes',
      endpoint: 'package:0',
      inputs: { ...inputs, NOTES_TOKEN: 't' },
    });
    await registryFixture.call(
      operations.updateProjectServer,
      { ...projectTarget(), serverId },
      { args: ['-y', '@corp/internal'], env: { NOTES_TOKEN: 'internal' } },
    );
    await expect(installServer({ name: 'io.github.ada/notes', inputs })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/inputs/NOTES_TOKEN' }] },
    });
  });

  test('keeps an older invalid name, and checks a new one', async () => {
    const { serverId } = await installServer({ name: 'io.github.ada/notes', inputs: { 'X-Key': 'k' } });
    await registryFixture.pool.query(`update servers set name = $1 where id = $2`, ['old\u200bname', serverId]);
    expect(await installServer({ name: 'io.github.ada/notes' })).toMatchObject({
      outcome: 'reconnected',
      serverName: 'old\u200bname',
    });
    await expect(installServer({ name: 'io.github.ada/notes', serverName: 'new\u200bname' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/serverName' }] },
    });
  });

  test('keeps the installed endpoint', async () => {
    const { serverId } = await installServer({
      name: 'io.github.ada/notes',
      endpoint: 'package:0',
      inputs: { '--folder': '/notes', NOTES_TOKEN: 't' },
    });
    expect(await installServer({ name: 'io.github.ada/notes', inputs: { '--folder': '/other' } })).toMatchObject({
      outcome: 'reconnected',
      serverId,
    });
    expect(await savedServer(serverId)).toMatchObject({
      transportType: 'stdio',
      command: 'npx',
      args: expect.arrayContaining(['/other']),
    });
    expect(await credentialsOf(serverId)).toEqual({ env: { NOTES_TOKEN: 't', LOG: 'info' } });
  });

  test('keeps settings added by hand, without duplicate headers', async () => {
    const { serverId } = await installServer({ name: 'io.github.ada/notes', inputs: { 'X-Key': 'k' } });
    await registryFixture.call(
      operations.updateProjectServer,
      { ...projectTarget(), serverId },
      { headers: { 'x-key': 'by hand', 'X-Mine': '1' } },
    );
    await installServer({ name: 'io.github.ada/notes', inputs: { 'X-Key': 'new' } });
    expect(await credentialsOf(serverId)).toEqual({ headers: { 'X-Mine': '1', 'X-Key': 'new' } });
  });

  test('concurrent with another one, or with a deletion, ends consistently', async () => {
    const inputs = { 'X-Key': 'k' };
    for (let round = 0; round < 15; round++) {
      const { serverId } = await installServer({ name: 'io.github.ada/notes', inputs });
      const settled = await Promise.allSettled([
        installServer({ name: 'io.github.ada/notes', inputs }),
        registryFixture.call(operations.deleteProjectServer, { ...projectTarget(), serverId }),
        installServer({ name: 'io.github.ada/notes', inputs }),
      ]);
      expect(settled.map(({ status }) => status)).toEqual(['fulfilled', 'fulfilled', 'fulfilled']);
    }
    await registryFixture.pool.query('delete from servers');
    const first = await Promise.all(
      ['a', 'b', 'c'].map((serverName) => installServer({ name: 'io.github.ada/notes', inputs, serverName })),
    );
    expect([
      new Set(first.map(({ serverId }) => serverId)).size,
      first.filter(({ outcome }) => outcome === 'created').length,
    ]).toEqual([1, 1]);
  });
});

describe('a preview of an install', () => {
  const preview = (body: object) => registryFixture.call(operations.previewDirectoryInstall, projectTarget(), body);
  const command = { name: 'io.github.ada/notes', endpoint: 'package:0' };
  const inputs = { '--folder': '/notes', NOTES_TOKEN: 't0ken' };

  test('shows the command, where it runs and the names of its secrets, and saves nothing', async () => {
    const shown = await preview({ ...command, inputs });
    expect(shown).toMatchObject({
      outcome: 'created',
      version: '2.0.0',
      server: { name: 'notes', transportType: 'stdio', command: 'npx', envNames: ['NOTES_TOKEN', 'LOG'] },
      changes: [],
      runnerLabels: ['stdio'],
    });
    expect(JSON.stringify(shown)).not.toContain('t0ken');
    const { items } = await registryFixture.call(operations.listProjectServers, projectTarget());
    expect(items).toEqual([]);
  });

  test('names the settings of a saved server that it would change', async () => {
    const { serverId } = await installServer({ ...command, inputs });
    expect(await preview({ ...command, inputs: { ...inputs, '--folder': '/other' } })).toMatchObject({
      outcome: 'reconnected',
      changes: ['args'],
    });
    expect(await savedServer(serverId)).toMatchObject({ revision: 1 });
  });

  test('is refused as the install would be', () =>
    expect(preview(command)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/inputs/--folder' }, { path: '/inputs/NOTES_TOKEN' }] },
    }));
});
