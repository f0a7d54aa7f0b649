import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import type { PluginPushed, PluginServer } from '@assay/contract/areas/plugins/documents';
import type { SkillPushed } from '@assay/contract/areas/skills/documents';
import { BundlesService, ResolveBundleRequest } from '@assay/mesh/gen/assay/v1/environments';
import { operations } from '@assay/contract/operations';
import { messageOf } from '@assay/testkit/message-of';
import { zipOf } from '@assay/testkit/zip';
import { startTestEnvironments, type TestEnvironments } from '../support/start.ts';
import { storedClient } from '../support/stored.ts';

let fixture: TestEnvironments;
let hostId: string;
let plugin: PluginPushed;
let skill: SkillPushed;
beforeAll(async () => {
  fixture = await startTestEnvironments();
  hostId = await storedClient(fixture.pool);
  plugin = await pushPlugin('tools', 'docs');
  skill = await pushSkill('First.');
});
afterAll(() => fixture.stop());

const project = { projectId: 'prj_1' };
const target = (environmentId: string) => ({ ...project, environmentId });
const skillText = (name: string, body: string) => `---\nname: ${name}\ndescription: About ${name}.\n---\n${body}\n`;
const pushed = async <T>(
  operation: typeof operations.pushProjectPlugin | typeof operations.pushProjectSkill,
  input: Buffer,
): Promise<T> => {
  const { json } = await fixture.mesh.call(
    rpcOf<{ projectId: string; input: Uint8Array }>(operation),
    { ...project, input },
    { caller: fixture.callerOf('prj_1') },
  );
  return JSON.parse(json.toString()) as T;
};
const pushPlugin = (name: string, serverName: string) =>
  pushed<PluginPushed>(
    operations.pushProjectPlugin,
    zipOf({
      '.claude-plugin/plugin.json': JSON.stringify({
        name,
        mcpServers: { [serverName]: { url: `https://${name}.example/mcp` } },
      }),
      'skills/forms/SKILL.md': skillText('forms', 'Fill in forms.'),
    }),
  );
const pushSkill = (body: string) =>
  pushed<SkillPushed>(operations.pushProjectSkill, zipOf({ 'SKILL.md': skillText('manners', body) }));
let environments = 0;
const create = async (settings: object) =>
  fixture.call(
    operations.createEnvironment,
    { ...project, idempotencyKey: '' },
    { name: `environment ${++environments}`, hostId, ...settings },
  );
const resolve = (id: string) => fixture.call(operations.resolveEnvironment, target(id));
const bundleOf = async (environmentId: string): Promise<ResolvedBundle> => {
  const request = messageOf(ResolveBundleRequest, { ...project, environmentId });
  const caller = fixture.callerOf('prj_1');
  return JSON.parse((await fixture.mesh.call(BundlesService.resolveBundle, request, { caller })).bundle.toString());
};
const explicit = (...skillIds: string[]) => ({ mode: 'explicit', skillIds });

test('a pinned plugin version adds its servers and skills, and its hash', async () => {
  const { id } = await create({ pluginVersionIds: [plugin.pluginVersionId] });
  const resolved = await resolve(id);
  expect(resolved).toMatchObject({
    selectedServerIds: ['srv_everything'],
    pluginVersions: [
      {
        pluginId: plugin.pluginId,
        pluginVersionId: plugin.pluginVersionId,
        name: 'tools',
        bundleHash: plugin.version.bundleHash,
      },
    ],
    skills: [{ name: 'forms', pluginVersionId: plugin.pluginVersionId }],
    servers: [{ name: 'everything' }, { name: 'docs' }],
  });
  expect(resolved.effectiveServerIds).toHaveLength(2);
  expect(await bundleOf(id)).toMatchObject({
    servers: [{ id: 'srv_everything' }, { name: 'docs', declaration: { url: 'https://tools.example/mcp' } }],
    skills: [{ text: expect.stringContaining('Fill in forms.') }],
  });
});

test('selected skills are used in their newest version, unless it is pinned', async () => {
  const newest = await create({ skillSelection: explicit(skill.skillId) });
  const pinned = await create({
    skillSelection: {
      ...explicit(skill.skillId),
      versionPins: [{ skillId: skill.skillId, versionId: skill.versionId }],
    },
  });
  const later = await pushSkill('Second.');
  expect((await resolve(newest.id)).skills).toMatchObject([{ skillId: skill.skillId, versionId: later.versionId }]);
  expect((await resolve(pinned.id)).skills).toMatchObject([{ skillId: skill.skillId, versionId: skill.versionId }]);
  const ownSelection = { skillSelection: { mode: 'explicit' as const, skillIds: [skill.skillId] } };
  const client = await storedClient(fixture.pool, { changes: ownSelection });
  expect((await resolve((await create({ hostId: client })).id)).skills).toMatchObject([{ skillId: skill.skillId }]);
});

test('pins of parts that the project does not have are refused', async () => {
  const foreign = { projectId: 'prj_2' };
  const otherClient = await storedClient(fixture.pool, foreign);
  const versionPins = [{ skillId: skill.skillId, versionId: 'skillver_unknown' }];
  for (const settings of [
    { pluginVersionIds: [plugin.pluginVersionId, 'plugver_unknown'] },
    { skillSelection: explicit('skill_unknown') },
    { skillSelection: { ...explicit(skill.skillId), versionPins } },
  ])
    await expect(create(settings)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  for (const settings of [{ pluginVersionIds: [plugin.pluginVersionId] }, { skillSelection: explicit(skill.skillId) }])
    await expect(
      fixture.call(
        operations.createEnvironment,
        { ...foreign, idempotencyKey: '' },
        {
          name: 'foreign',
          hostId: otherClient,
          ...settings,
        },
      ),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a pin of a skill that is not selected, or that has a pin already, is refused', async () => {
  const pin = { skillId: skill.skillId, versionId: skill.versionId };
  for (const [selection, place] of [
    [{ ...explicit(plugin.version.skills[0]!.materializedSkillId), versionPins: [pin] }, 0],
    [{ ...explicit(skill.skillId), versionPins: [pin, pin] }, 1],
  ] as const)
    await expect(create({ skillSelection: selection })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: `/skillSelection/versionPins/${place}/skillId` }] },
    });
});

describe('the secrets of an environment', () => {
  const [token, other] = [
    { id: 'secret_token', name: 'api token' },
    { id: 'secret_other', name: 'OTHER' },
  ];
  const selecting = (...secretIds: string[]) => ({ secretSelection: { mode: 'explicit', secretIds } });
  let pluginVersionIds: string[];
  let server: PluginServer;
  let serverId: string;
  beforeAll(async () => {
    fixture.directory.secrets = [token, other];
    const { version, pluginVersionId } = await pushed<PluginPushed>(
      operations.pushProjectPlugin,
      zipOf({
        'plugin.json': JSON.stringify({
          name: 'guarded',
          mcpServers: {
            guarded: {
              url: 'https://guarded.example/mcp',
              headers: { 'X-Team': 'a', Authorization: 'Bearer ${API TOKEN}', 'X-Region': '${REGION}' },
            },
          },
        }),
      }),
    );
    pluginVersionIds = [pluginVersionId];
    [server] = version.servers as [PluginServer];
    serverId = server.materializedServerId;
  });
  const declaredBy = async (settings: object) => {
    const { id } = await create({ pluginVersionIds, ...settings });
    return (await bundleOf(id)).servers.find(({ id: each }) => each === serverId)!.declaration;
  };
  const givingRegion = () =>
    storedClient(fixture.pool, {
      changes: { serverConnectionOverrides: { [serverId]: { headersOverride: { 'x-region': 'eu' } } } },
    });

  test('are told by the names that the version of the plugin refers to', () => {
    expect(server).toMatchObject({
      missing: ['Authorization', 'X-Region'],
      secretNames: { Authorization: 'API TOKEN', 'X-Region': 'REGION' },
    });
  });

  test('fill in the headers of plugin servers that refer to them by name', async () => {
    const url = 'https://guarded.example/mcp';
    expect(await declaredBy({ hostId: await givingRegion(), ...selecting(token.id) })).toEqual({
      url,
      headers: { 'X-Team': 'a', Authorization: { secretId: token.id, prefix: 'Bearer ' } },
    });
    expect(await declaredBy({})).toEqual({ url, headers: { 'X-Team': 'a' } });
  });

  test('must cover every name that the client does not give', async () => {
    await expect(declaredBy(selecting(token.id))).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { code: 'ENV_SECRET_NOT_SELECTED', serverId, secretNames: ['REGION'] },
    });
  });

  test('must be there when they are selected and when they are used', async () => {
    await expect(create(selecting(token.id, 'secret_unknown'))).rejects.toMatchObject({
      code: 'NOT_FOUND',
      details: { secretId: 'secret_unknown' },
    });
    const { id } = await create({ hostId: await givingRegion(), ...selecting(other.id) });
    await expect(
      fixture.call(operations.updateEnvironment, target(id), { expectedRevision: 1, ...selecting('secret_unknown') }),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    fixture.directory.secrets = [token];
    await expect(resolve(id)).rejects.toMatchObject({
      details: { code: 'ENV_SECRET_MISSING', secretIds: [other.id] },
    });
    fixture.directory.secrets = [token, other];
  });
});

test('a server of a plugin with the name of another server makes the launch impossible', async () => {
  const { pluginVersionId } = await pushPlugin('twin', 'everything');
  const { id } = await create({ pluginVersionIds: [pluginVersionId] });
  await expect(resolve(id)).rejects.toMatchObject({ code: 'CONFLICT', details: { code: 'ENV_SERVER_NAME_REPEATED' } });
});

test('a restored environment drops and names the pins of deleted plugin versions', async () => {
  const { pluginVersionId } = await pushPlugin('doomed', 'doomed');
  const both = [plugin.pluginVersionId, pluginVersionId];
  const { id } = await create({ pluginVersionIds: both });
  const only = await create({ pluginVersionIds: [pluginVersionId] });
  for (const environmentId of [id, only.id])
    await fixture.call(operations.archiveEnvironment, target(environmentId), { expectedRevision: 1 });
  await fixture.pool.query('delete from plugin_versions where id = $1', [pluginVersionId]);
  const restored = await fixture.call(operations.restoreEnvironment, target(id), { expectedRevision: 2 });
  expect(restored).toMatchObject({
    pluginVersionIds: [plugin.pluginVersionId],
    droppedPluginVersionIds: [pluginVersionId],
    revision: 3,
  });
  const empty = await fixture.call(operations.restoreEnvironment, target(only.id), { expectedRevision: 2 });
  expect(empty).not.toHaveProperty('pluginVersionIds');
  await resolve(id);
});

test('a part that was deleted in spite of its pin refuses the launch', async () => {
  const { pluginVersionId } = await pushPlugin('lost', 'lost');
  const { id } = await create({ pluginVersionIds: [pluginVersionId] });
  await fixture.pool.query('delete from plugin_versions where id = $1', [pluginVersionId]);
  await expect(resolve(id)).rejects.toMatchObject({
    details: { code: 'ENV_PLUGIN_VERSION_MISSING', pluginVersionIds: [pluginVersionId] },
  });
  const selecting = await create({ skillSelection: explicit(skill.skillId) });
  await fixture.pool.query('delete from skills where id = $1', [skill.skillId]);
  await expect(resolve(selecting.id)).rejects.toMatchObject({
    details: { code: 'ENV_SKILL_MISSING', skillIds: [skill.skillId] },
  });
});
