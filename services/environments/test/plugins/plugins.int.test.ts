import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { PluginPushed } from '@assay/contract/areas/plugins/documents';
import type { SkillPushed } from '@assay/contract/areas/skills/documents';
import { operations } from '@assay/contract/operations';
import { transaction, type Tx } from '@assay/kit/postgres/db';
import type { Caller } from '@assay/kit/security/caller';
import { watchAudit } from '@assay/testkit/audit/watch-audit';
import { waitUntil } from '@assay/testkit/until';
import { zipOf, zipWith } from '@assay/testkit/zip';
import {
  findBundleParts,
  keepPluginVersions,
  keepSkills,
  keepSkillVersions,
} from '../../src/store/plugins/bundle-parts.ts';
import { startTestEnvironments, type TestEnvironments } from '../support/start.ts';

let service: TestEnvironments;
beforeAll(async () => {
  service = await startTestEnvironments();
});
afterAll(() => service.stop());

const MANIFEST = '.claude-plugin/plugin.json';
let projects = 0;
const newProject = () => `prj_plugins_${++projects}`;
const skillText = (name: string, body = '# Do it') => `---\nname: ${name}\ndescription: About ${name}.\n---\n${body}\n`;
const pluginZip = (fields: object = {}, files: Record<string, string> = {}) =>
  zipOf({ [MANIFEST]: JSON.stringify({ name: 'tools', ...fields }), ...files });
const orgAdmin = (projectId: string): Caller => ({ ...service.callerOf(projectId), organizationRole: 'admin' });

const push = async (projectId: string, input: Buffer, caller = service.callerOf(projectId)) => {
  const { json, otherwise } = await service.mesh.call(
    rpcOf(operations.pushProjectPlugin),
    { projectId, input },
    { caller },
  );
  return { ...(JSON.parse(json.toString()) as PluginPushed), otherwise };
};
const pushSkill = async (projectId: string, input: Buffer) => {
  const caller = service.callerOf(projectId);
  const { json, otherwise } = await service.mesh.call(
    rpcOf(operations.pushProjectSkill),
    { projectId, input },
    { caller },
  );
  return { ...(JSON.parse(json.toString()) as SkillPushed), otherwise };
};
const list = (projectId: string) => service.call(operations.listProjectPlugins, { projectId });
const skills = (projectId: string) => service.call(operations.listProjectSkills, { projectId });

/** An environment that pins and selects; its client selects skills, too. */
async function environment(projectId: string, body: object, { name = 'main', archived = false, config = {} } = {}) {
  await service.pool.query(
    `insert into clients (id, project_id, name, folded_name, version_id) values ($1, $2, 'it', $1, $1)`,
    [`client_${projectId}_${name}`, projectId],
  );
  await service.pool.query(
    `insert into client_versions (id, client_id, version_number, config_id, config, changed) values ($1, $1, 1, 'c', $2, '{}')`,
    [`client_${projectId}_${name}`, { modelId: 'scripted/rules', serverIds: [], optionalServerIds: [], ...config }],
  );
  await service.pool.query(
    `insert into environments (id, project_id, name, folded_name, client_id, body, archived_at) values ($1, $2, $3, $3, $4, $5, $6)`,
    [`env_${projectId}_${name}`, projectId, name, `client_${projectId}_${name}`, body, archived ? new Date() : null],
  );
}

test('a plugin is pushed, listed and read with its servers and skills', async () => {
  const projectId = newProject();
  const pushed = await push(
    projectId,
    pluginZip(
      {
        version: '1.0.0',
        description: 'Tools.',
        mcpServers: {
          docs: {
            url: 'https://example.com/mcp',
            headers: { 'X-Team': 'a', Authorization: 'Bearer literal', 'X-Other': 'Bearer abcdefghijkl' },
          },
        },
      },
      { 'skills/forms/SKILL.md': skillText('forms'), 'skills/forms/references/a.md': 'More.' },
    ),
  );

  expect(pushed).toMatchObject({ created: true, otherwise: false });
  const { items } = await list(projectId);
  expect(items).toEqual([pushed.plugin]);
  expect(items).toMatchObject([
    {
      id: pushed.pluginId,
      name: 'tools',
      description: 'Tools.',
      enabled: true,
      activeVersionId: pushed.pluginVersionId,
    },
  ]);
  expect(pushed.version).toMatchObject({
    status: 'ready',
    declaredVersion: '1.0.0',
    bundleHash: expect.stringMatching(/^[\da-f]{64}$/),
    componentCounts: { skills: 1, servers: 1, apps: 0, assets: 0, unsupported: 0 },
    servers: [
      {
        declaredName: 'docs',
        placement: 'remote',
        authenticationPolicy: 'on_install',
        url: 'https://example.com/mcp',
        missing: ['Authorization', 'X-Other'],
      },
    ],
    skills: [{ declaredName: 'forms', modelRef: 'tools:forms', componentKey: 'skills/forms' }],
    faults: [],
    readyAt: expect.any(Number),
  });
  expect(await service.call(operations.listPluginVersions, { projectId, pluginId: pushed.pluginId })).toEqual({
    items: [pushed.version],
  });

  const [skill] = (await skills(projectId)).items;
  expect(skill).toMatchObject({ name: 'forms', description: 'About forms.', pluginId: pushed.pluginId });
  expect(await service.call(operations.getProjectSkill, { projectId, skillId: skill!.id })).toMatchObject({
    instructions: '# Do it',
    files: [{ path: 'references/a.md', bytes: 5, text: 'More.' }],
    versions: [{ id: skill!.versionId, contentHash: skill!.contentHash }],
  });
  const stored = await service.pool.query('select body::text from plugin_versions where project_id = $1', [projectId]);
  expect(JSON.stringify(stored.rows)).not.toContain('Bearer');
});

test('the same content makes no second version, however it was packed', async () => {
  const projectId = newProject();
  const first = await push(projectId, pluginZip({}, { 'a.md': 'a' }));
  const packedAgain = zipWith([
    { name: 'a.md', content: 'a', method: 0, time: 5 },
    { name: MANIFEST, content: '{"name":"tools"}' },
  ]);
  const again = await push(projectId, packedAgain);
  expect(again).toMatchObject({ created: false, otherwise: true, pluginVersionId: first.pluginVersionId });

  const second = await push(projectId, pluginZip({}, { 'a.md': 'b' }));
  expect(second).toMatchObject({ created: true, pluginId: first.pluginId });
  expect((await list(projectId)).items).toMatchObject([{ activeVersionId: second.pluginVersionId }]);
});

test('the newest 100 versions of a plugin are listed', async () => {
  const projectId = newProject();
  const { pluginId, pluginVersionId } = await push(projectId, pluginZip());
  await service.pool.query(
    `insert into plugin_versions (id, plugin_id, project_id, bundle_hash, status, body, bytes, created_at)
     select 'plugver_' || i, plugin_id, project_id, 'hash ' || i, status, body, bytes, created_at - interval '1 day'
     from plugin_versions, generate_series(1, 100) i where id = $1`,
    [pluginVersionId],
  );
  const { items } = await service.call(operations.listPluginVersions, { projectId, pluginId });
  expect([items.length, items[0]!.id]).toEqual([100, pluginVersionId]);
});

test('pushes of one content at once make one version', async () => {
  const projectId = newProject();
  const zip = pluginZip({}, { 'skills/a/SKILL.md': skillText('a') });
  const pushed = await Promise.all([1, 2, 3, 4].map(() => push(projectId, zip)));
  expect(pushed.filter(({ created }) => created)).toHaveLength(1);
  expect(new Set(pushed.map(({ pluginVersionId }) => pluginVersionId)).size).toBe(1);
});

test('a version is read by callers that can see its project, and by no other', async () => {
  const projectId = newProject();
  const { version, pluginVersionId } = await push(projectId, pluginZip());
  const { projectId: _project, role: _role, ...caller } = service.callerOf(projectId);
  const read = async (id: string) =>
    JSON.parse(
      (
        await service.mesh.call(
          rpcOf(operations.getPluginVersion),
          { pluginVersionId: id, input: Buffer.alloc(0) },
          { caller },
        )
      ).json.toString(),
    ) as unknown;
  expect(await read(pluginVersionId)).toEqual(version);
  service.directory.hidden.add(projectId);
  await expect(read(pluginVersionId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(read('plugver_none')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a server of a plugin has one id in all its versions', async () => {
  const projectId = newProject();
  const mcpServers = { docs: { url: 'https://example.com/mcp' } };
  const [one, other] = [
    await push(projectId, pluginZip({ mcpServers, version: '1' })),
    await push(projectId, pluginZip({ mcpServers, version: '2' })),
  ];
  expect(other.pluginVersionId).not.toBe(one.pluginVersionId);
  expect(other.version.servers[0]!.materializedServerId).toBe(one.version.servers[0]!.materializedServerId);
});

test('a client has settings for the servers of plugins of its project alone', async () => {
  const projectId = newProject();
  const { version } = await push(projectId, pluginZip({ mcpServers: { docs: { url: 'https://example.com/mcp' } } }));
  const id = version.servers[0]!.materializedServerId;
  const create = (target: string, config: object) =>
    service.call(
      operations.createClient,
      { projectId: target, idempotencyKey: '' },
      { name: 'with settings', config: { modelId: 'scripted/rules', ...config } },
    );
  const serverConnectionOverrides = { [id]: { headersOverride: { 'X-Tenant': 'a' } } };
  expect(await create(projectId, { serverConnectionOverrides })).toMatchObject({
    config: { serverConnectionOverrides },
  });
  const refused = { code: 'VALIDATION_ERROR', details: { unknownServerIds: [id] } };
  await expect(create(projectId, { serverIds: [id] })).rejects.toMatchObject(refused);
  await expect(create(newProject(), { serverConnectionOverrides })).rejects.toMatchObject(refused);
});

test('a faulty bundle becomes an invalid version, which is neither active nor pinned', async () => {
  const projectId = newProject();
  const good = await push(projectId, pluginZip());
  const bad = await push(projectId, pluginZip({}, { 'skills/a/SKILL.md': '# a', 'skills/b/SKILL.md': skillText('b') }));
  expect(bad.version).toMatchObject({
    status: 'invalid',
    faults: [{ path: 'skills/a/SKILL.md', message: expect.stringContaining('front matter') }],
  });
  expect((await list(projectId)).items).toMatchObject([{ activeVersionId: good.pluginVersionId }]);
  expect((await skills(projectId)).items).toEqual([]);
  const ids = [good.pluginVersionId, bad.pluginVersionId];
  expect(await keepPluginVersions(service.pool, projectId, ids)).toEqual([good.pluginVersionId]);
});

test('an unsafe zip is refused with its entry, and leaves nothing', async () => {
  const projectId = newProject();
  const refused = push(projectId, zipOf({ [MANIFEST]: '{"name":"tools"}', '../evil': '' }));
  await expect(refused).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { entry: '../evil' } });
  await expect(push(projectId, Buffer.from('no zip'))).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  expect((await list(projectId)).items).toEqual([]);
});

test('commands need an admin of the organization', async () => {
  const projectId = newProject();
  const zip = pluginZip({ mcpServers: { local: { command: 'npx', args: ['it'] } } });
  await expect(push(projectId, zip)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    details: { reason: 'COMMANDS_NEED_ADMIN' },
  });
  expect(await push(projectId, zip, orgAdmin(projectId))).toMatchObject({
    version: { servers: [{ placement: 'local', command: 'npx' }] },
  });
});

test.each([
  ['a viewer', 'viewer'],
  ['a member', 'member'],
] as const)('%s pushes and deletes nothing', async (_who, role) => {
  const projectId = newProject();
  const { pluginId } = await push(projectId, pluginZip());
  const caller = service.callerOf(projectId, role);
  await expect(push(projectId, pluginZip(), caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(service.call(operations.deleteProjectPlugin, { projectId, pluginId }, {}, caller)).rejects.toMatchObject(
    { code: 'FORBIDDEN' },
  );
});

test('nothing of another project is read or deleted', async () => {
  const [mine, other] = [newProject(), newProject()];
  const { pluginId, pluginVersionId } = await push(mine, pluginZip({}, { 'skills/a/SKILL.md': skillText('a') }));
  const { skillId } = await pushSkill(mine, zipOf({ 'SKILL.md': skillText('b') }));
  for (const call of [
    () => service.call(operations.listPluginVersions, { projectId: other, pluginId }),
    () => service.call(operations.deleteProjectPlugin, { projectId: other, pluginId }),
    () => service.call(operations.deletePluginVersion, { projectId: other, pluginId, pluginVersionId }),
    () => service.call(operations.getProjectSkill, { projectId: other, skillId }),
    () => service.call(operations.deleteProjectSkill, { projectId: other, skillId }),
  ])
    await expect(call()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(
    await findBundleParts(service.pool, other, {
      pluginVersionIds: [pluginVersionId],
      skills: { ids: [skillId], versionPins: [] },
    }),
  ).toEqual({ versions: [], skills: [] });
});

test('a version that an environment pins stays, and the environment is named', async () => {
  const projectId = newProject();
  const { pluginId, pluginVersionId } = await push(projectId, pluginZip());
  await environment(projectId, { pluginVersionIds: [pluginVersionId] }, { name: 'archived', archived: true });
  await environment(projectId, { pluginVersionIds: [pluginVersionId] });
  const pinned = { code: 'CONFLICT', details: { environments: [{ id: `env_${projectId}_main`, name: 'main' }] } };
  const target = { projectId, pluginId, pluginVersionId };
  await expect(service.call(operations.deletePluginVersion, target)).rejects.toMatchObject(pinned);
  await expect(service.call(operations.deleteProjectPlugin, target)).rejects.toMatchObject(pinned);
  expect((await list(projectId)).items).toHaveLength(1);

  await service.pool.query(`update environments set archived_at = now() where project_id = $1`, [projectId]);
  expect(await service.call(operations.deletePluginVersion, target)).toEqual({ id: pluginVersionId, deleted: true });
  await expect(service.call(operations.deletePluginVersion, target)).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('a deletion waits for a transaction that pins the version', async () => {
  const projectId = newProject();
  const { pluginId, pluginVersionId } = await push(projectId, pluginZip());
  let deletion: Promise<unknown> | undefined;
  await transaction(service.pool, async (tx) => {
    expect(await keepPluginVersions(tx, projectId, [pluginVersionId])).toEqual([pluginVersionId]);
    deletion = service
      .call(operations.deletePluginVersion, { projectId, pluginId, pluginVersionId })
      .catch((error: unknown) => error);
    await environment(projectId, { pluginVersionIds: [pluginVersionId] });
  });
  expect(await deletion).toMatchObject({ code: 'CONFLICT' });
});

test.each([
  ['deletePluginVersion', 'a skill and then a version of it'],
  ['deleteProjectPlugin', 'a version and then its skill'],
] as const)('%s waits for a transaction that keeps %s', async (deletion, _kept) => {
  const projectId = newProject();
  const pushed = await push(projectId, pluginZip({}, { 'skills/a/SKILL.md': skillText('a') }));
  const { componentId: versionId, materializedSkillId: skillId } = pushed.version.skills[0]!;
  const keep = {
    version: (tx: Tx) => keepPluginVersions(tx, projectId, [pushed.pluginVersionId]),
    skill: (tx: Tx) => keepSkills(tx, projectId, [skillId]),
    skillVersion: (tx: Tx) => keepSkillVersions(tx, projectId, [{ skillId, versionId }]),
  };
  const [first, second] =
    deletion === 'deletePluginVersion' ? [keep.skill, keep.skillVersion] : [keep.version, keep.skill];
  let deleted: Promise<unknown> | undefined;
  await transaction(service.pool, async (tx) => {
    await first(tx);
    const target = { projectId, pluginId: pushed.pluginId, pluginVersionId: pushed.pluginVersionId };
    deleted = (
      deletion === 'deletePluginVersion'
        ? service.call(operations.deletePluginVersion, target)
        : service.call(operations.deleteProjectPlugin, target)
    ).catch((error: unknown) => error);
    await waitUntil(async () => {
      const { rowCount } = await service.pool.query(
        `select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      );
      return rowCount! > 0;
    });
    expect(await second(tx)).toHaveLength(1);
    await environment(projectId, { skillSelection: { mode: 'explicit', skillIds: [skillId] } });
  });
  expect(await deleted).toMatchObject({ code: 'CONFLICT' });
});

test('a deleted version takes the skills that only it had', async () => {
  const projectId = newProject();
  const first = await push(
    projectId,
    pluginZip({}, { 'skills/a/SKILL.md': skillText('a'), 'skills/b/SKILL.md': skillText('b') }),
  );
  const second = await push(
    projectId,
    pluginZip({}, { 'skills/a/SKILL.md': skillText('a', 'New.'), 'skills/c/SKILL.md': skillText('c') }),
  );
  const namesOf = async () => (await skills(projectId)).items.map(({ name }) => name);
  expect(await namesOf()).toEqual(['a', 'b', 'c']);

  await service.call(operations.deletePluginVersion, { projectId, ...second });
  expect(await namesOf()).toEqual(['a', 'b']);
  const [a] = (await skills(projectId)).items;
  expect(await service.call(operations.getProjectSkill, { projectId, skillId: a!.id })).toMatchObject({
    instructions: '# Do it',
    versions: [{}],
  });
  expect((await list(projectId)).items).toMatchObject([{ activeVersionId: first.pluginVersionId }]);
  await service.call(operations.deleteProjectPlugin, { projectId, pluginId: first.pluginId });
  expect(await namesOf()).toEqual([]);
});

describe('skills', () => {
  test('a skill is pushed alone, and again as a new version', async () => {
    const projectId = newProject();
    const first = await pushSkill(projectId, zipOf({ 'forms/SKILL.md': skillText('forms') }));
    expect(first).toMatchObject({ created: true, otherwise: false, skill: { name: 'forms' }, warnings: [] });
    expect(await pushSkill(projectId, zipOf({ 'SKILL.md': skillText('forms') }))).toMatchObject({
      created: false,
      otherwise: true,
      versionId: first.versionId,
    });
    const second = await pushSkill(projectId, zipOf({ 'SKILL.md': skillText('forms', 'New.') }));
    expect(second).toMatchObject({ created: true, skillId: first.skillId });
    const target = { projectId, skillId: first.skillId };
    expect(await service.call(operations.getProjectSkill, target)).toMatchObject({ instructions: 'New.' });
    expect(await service.call(operations.getProjectSkill, target, { versionId: first.versionId })).toMatchObject({
      instructions: '# Do it',
      versionId: first.versionId,
    });
  });

  test('former content that is pushed again is the newest version, and the audit log says so', async () => {
    const projectId = newProject();
    const [old, other] = ['Old.', 'New.'].map((body) => zipOf({ 'SKILL.md': skillText('forms', body) }));
    const first = await pushSkill(projectId, old!);
    await pushSkill(projectId, other!);
    const told = await watchAudit(service.pool);
    const again = await pushSkill(projectId, old!);
    expect(again).toMatchObject({ created: false, versionId: first.versionId });
    await pushSkill(projectId, old!);
    expect(await told()).toMatchObject([{ target: { skillId: first.skillId, versionId: first.versionId } }]);
    for (const zip of [pluginZip(), pluginZip()]) await push(projectId, zip);
    expect(await told()).toHaveLength(1);
  });

  test.each([
    ['an environment', 'environments'],
    ['a client', 'clients'],
  ])('a skill that %s selects stays', async (_holder, kind) => {
    const projectId = newProject();
    const { skillId } = await pushSkill(projectId, zipOf({ 'SKILL.md': skillText('a') }));
    const selection = { skillSelection: { mode: 'explicit', skillIds: [skillId] } };
    await environment(projectId, kind === 'environments' ? selection : {}, {
      config: kind === 'clients' ? selection : {},
    });
    await expect(service.call(operations.deleteProjectSkill, { projectId, skillId })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { [kind]: [{ name: kind === 'environments' ? 'main' : 'it' }] },
    });
    await service.pool.query('delete from environments where project_id = $1', [projectId]);
    await service.pool.query('delete from clients where project_id = $1', [projectId]);
    await service.call(operations.deleteProjectSkill, { projectId, skillId });
    expect((await skills(projectId)).items).toEqual([]);
  });

  test('a skill of a plugin is not deleted alone', async () => {
    const projectId = newProject();
    const { version } = await push(projectId, pluginZip({}, { 'skills/a/SKILL.md': skillText('a') }));
    const { materializedSkillId: skillId } = version.skills[0]!;
    await expect(service.call(operations.deleteProjectSkill, { projectId, skillId })).rejects.toMatchObject({
      code: 'CONFLICT',
    });
  });
});

test('the parts of a launch are those selected, in the versions that were pinned', async () => {
  const projectId = newProject();
  const old = await pushSkill(projectId, zipOf({ 'SKILL.md': skillText('alone', 'Old.') }));
  await pushSkill(projectId, zipOf({ 'SKILL.md': skillText('alone', 'New.'), 'a.md': 'A.' }));
  const mcpServers = { docs: { url: 'https://example.com/mcp', headers: { 'X-Team': 'a' } } };
  const plugin = await push(projectId, pluginZip({ mcpServers }, { 'skills/b/SKILL.md': skillText('b') }));
  const parts = (skillSelection: Parameters<typeof findBundleParts>[2]['skills'], ids = [plugin.pluginVersionId]) =>
    findBundleParts(service.pool, projectId, { pluginVersionIds: ids, skills: skillSelection });

  const newest = await parts({ ids: [old.skillId], versionPins: [] });
  expect(newest.versions).toMatchObject([
    { id: plugin.pluginVersionId, pluginName: 'tools', status: 'ready', body: { servers: [{ name: 'docs' }] } },
  ]);
  expect(newest.skills).toMatchObject([
    { name: 'b', pluginVersionId: plugin.pluginVersionId, text: '# Do it' },
    { name: 'alone', text: 'New.', files: [{ path: 'a.md', text: 'A.' }] },
  ]);
  const pins = { ids: [old.skillId], versionPins: [{ skillId: old.skillId, versionId: old.versionId }] };
  expect((await parts(pins, [])).skills).toMatchObject([{ name: 'alone', text: 'Old.' }]);
  expect((await parts('all', [])).skills).toMatchObject([{ name: 'alone', text: 'New.' }]);
  // A version of another skill is not a version of this one.
  const foreign = {
    ids: [old.skillId],
    versionPins: [{ skillId: old.skillId, versionId: plugin.version.skills[0]!.componentId }],
  };
  expect((await parts(foreign, [])).skills).toEqual([]);
});
