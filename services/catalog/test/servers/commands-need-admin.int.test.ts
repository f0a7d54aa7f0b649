import type { Role } from '@assay/contract/access';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { projectTarget, readDirectory, registryFixture as fixture } from '../support/registry.ts';

const as = (organizationRole: Role): Caller => ({ ...fixture.ada, organizationRole, role: 'owner' });
const command = (name: string) => ({ name, enabled: true, transportType: 'stdio', command: 'npx', args: ['tools'] });
const http = (name: string) => ({ name, enabled: true, transportType: 'http', url: 'https://mcp.example/mcp' });
const keepCommands = (commandsNeedAdmin: boolean | null) =>
  fixture.call(
    operations.updateOrganizationSettings,
    { organizationId: fixture.organizationId },
    { servers: { commandsNeedAdmin } },
    fixture.adaInPerson,
  );
const create = (server: object, role: Role) =>
  fixture.call(operations.createProjectServer, projectTarget(), server, as(role));
const edit = (serverId: string, patch: object, role: Role) =>
  fixture.call(operations.updateProjectServer, { ...projectTarget(), serverId }, patch, as(role));
const saved = async (server: object) => (await create(server, 'owner')).id;
const publishedNotes = {
  endpoint: 'package:0',
  inputs: { '--folder': '/notes', NOTES_TOKEN: 't0ken' },
};
const refused = { code: 'FORBIDDEN', details: { reason: 'COMMANDS_NEED_ADMIN' } };

let serverId: string;
beforeEach(async () => {
  await keepCommands(true);
  serverId = await saved({ ...command('saved'), env: { LOG: 'info' } });
});

/** Every operation by which a command can come in. */
const ways: [string, (role: Role) => Promise<unknown>][] = [
  ['creating one', (role) => create(command('new'), role)],
  ['changing what is started', (role) => edit(serverId, { command: 'sh', env: {} }, role)],
  ['changing its arguments', (role) => edit(serverId, { args: ['other'], env: {} }, role)],
  ['changing its environment', (role) => edit(serverId, { env: { NODE_OPTIONS: '--require /tmp/x' } }, role)],
  ['clearing its environment', (role) => edit(serverId, { env: null }, role)],
  [
    'turning an address into a command',
    async (role) => edit(await saved(http('moved')), { transportType: 'stdio', command: 'npx' }, role),
  ],
  [
    'installing one from the registry',
    async (role) => {
      const { id: registryServerId } = await readDirectory('io.github.ada/notes');
      return fixture.call(
        operations.installRegistryServer,
        projectTarget(),
        { registryServerId, ...publishedNotes },
        as(role),
      );
    },
  ],
  [
    'installing one from the directory',
    (role) =>
      fixture.call(
        operations.installDirectoryServer,
        projectTarget(),
        { name: 'io.github.ada/notes', ...publishedNotes },
        as(role),
      ),
  ],
  [
    'installing one over a saved address',
    async (role) => {
      const target = { name: 'io.github.ada/notes', endpoint: 'remote:0', inputs: { 'X-Key': 'k' } };
      await fixture.call(operations.installDirectoryServer, projectTarget(), target);
      return fixture.call(
        operations.installDirectoryServer,
        projectTarget(),
        { name: 'io.github.ada/notes', ...publishedNotes },
        as(role),
      );
    },
  ],
];

describe.each(ways)('where commands need an admin, %s', (_, save) => {
  test.each<Role>(['viewer', 'member'])('is refused for a %s of the organization', (role) =>
    // The owning service authorizes by the role in the project, which is the owner's here.
    expect(save(role)).rejects.toMatchObject(refused),
  );

  test.each<Role>(['admin', 'owner'])('is allowed for an %s of the organization', (role) =>
    expect(save(role)).resolves.toBeDefined(),
  );

  test('is allowed for a member when the setting is taken back', async () => {
    await keepCommands(null);
    await expect(save('member')).resolves.toBeDefined();
  });
});

test.each<[string, object]>([
  ['renames it', { name: 'renamed' }],
  ['switches it off', { enabled: false }],
  ['sends it as it is', { command: 'npx', args: ['tools'], env: { LOG: 'info' } }],
  ['moves it to an address', { transportType: 'http', url: 'https://mcp.example/mcp' }],
])('a member who leaves a command alone may change its server: %s', async (_, patch) => {
  await expect(edit(serverId, patch, 'member')).resolves.toMatchObject({ id: serverId });
});

test('a member saves and deletes servers at an address, and deletes commands', async () => {
  const { id } = await create(http('at an address'), 'member');
  for (const each of [id, serverId])
    await expect(
      fixture.call(operations.deleteProjectServer, { ...projectTarget(), serverId: each }, {}, as('member')),
    ).resolves.toBeDefined();
});

test('a refused save leaves the server as it was', async () => {
  await expect(edit(serverId, { name: 'renamed', command: 'sh', env: {} }, 'member')).rejects.toMatchObject(refused);
  const server = await fixture.call(operations.getProjectServer, { ...projectTarget(), serverId });
  expect(server).toMatchObject({ name: 'saved', command: 'npx' });
});

test('the setting is off until an owner sets it', async () => {
  await keepCommands(null);
  const { servers } = await fixture.call(
    operations.getOrganizationSettings,
    { organizationId: fixture.organizationId },
    {},
  );
  expect(servers).toEqual({ commandsNeedAdmin: { value: false, isDefault: true } });
});
