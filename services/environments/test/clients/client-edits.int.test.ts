import { operations } from '@assay/contract/operations';
import {
  clientFixture,
  create,
  list,
  minimal,
  newName,
  project,
  read,
  refusal,
  remove,
  startClientFixture,
  stopClientFixture,
  update,
  versions,
} from './client-fixture.ts';

beforeAll(startClientFixture);
afterAll(stopClientFixture);

const setServers = (clientId: string, body: object) =>
  clientFixture.call(operations.setClientServers, { ...project, clientId }, body);
const duplicate = (clientId: string, body: object = {}, idempotencyKey = '') =>
  clientFixture.call(operations.duplicateClient, { ...project, clientId, idempotencyKey }, body);
const compare = (clientId: string, query: object) =>
  clientFixture.call(operations.compareClientVersions, { ...project, clientId }, query);

const rich = {
  ...minimal,
  hostStyle: 'claude',
  systemPrompt: 'Be brief.',
  temperature: 1,
  requireToolApproval: true,
  respectToolVisibility: true,
  connectionDefaults: { headers: { 'x-tenant': 'acme' }, requestTimeout: 5_000 },
  mcpProfile: { profileVersion: 1, paginationTraversal: 'firstPageOnly', toolParamHeaderMirroring: 'omit' },
};

describe('an edit of a client', () => {
  test('replaces all settings, and absent ones get their defaults', async () => {
    const { id, configId } = await create({ config: rich });
    const edited = await update(id, { config: { ...minimal, systemPrompt: 'Hi.' }, expectedConfigId: configId });
    expect(edited).toMatchObject({ versionNumber: 2, config: { systemPrompt: 'Hi.', temperature: 0.7 } });
    expect(edited.config).not.toHaveProperty('mcpProfile');
    expect(await read(id)).toEqual(edited);
  });

  test('sets some settings, each as a whole, and keeps the others', async () => {
    const { id, config, configId } = await create({ config: rich });
    const mcpProfile = { profileVersion: 1, paginationTraversal: 'full' };
    const edited = await update(id, { set: { mcpProfile, modelId: ' openai/gpt-5 ' }, expectedConfigId: configId });
    expect(edited.config).toEqual({ ...config, mcpProfile, modelId: 'openai/gpt-5' });
  });

  test('resets and clears the settings that it sets to null', async () => {
    const { id, configId, config } = await create({ config: rich });
    const set = Object.fromEntries(
      [
        'systemPrompt',
        'temperature',
        'requireToolApproval',
        'connectionDefaults',
        'respectToolVisibility',
        'mcpProfile',
        'computer',
      ].map((field) => [field, null]),
    );
    const { respectToolVisibility: _visibility, mcpProfile: _profile, ...others } = config;
    expect((await update(id, { set, expectedConfigId: configId })).config).toEqual({
      ...others,
      systemPrompt: '',
      temperature: 0.7,
      requireToolApproval: false,
      connectionDefaults: { headers: {}, requestTimeout: null },
    });
  });

  test('renames a client without a new version, and its former name is free', async () => {
    const { id, name, versionId, configId } = await create();
    const edited = await update(id, { name: 'Renamed', expectedName: name });
    expect(edited).toMatchObject({ id, name: 'Renamed', versionId, configId, versionNumber: 1 });
    expect(await read('renamed')).toMatchObject({ id });
    await expect(read(name)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('changes name and settings in one step, or nothing when a token is stale', async () => {
    const made = await create();
    const { id, name, configId } = made;
    const edit = { name: newName(), set: { systemPrompt: 'Hi.' } };
    await expect(update(id, { ...edit, expectedName: name, expectedConfigId: 'cfg_old' })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { currentConfigId: configId },
    });
    await expect(update(id, { ...edit, expectedName: 'old', expectedConfigId: 'cfg_old' })).rejects.toMatchObject({
      details: { currentName: name, currentConfigId: configId },
    });
    expect(await read(id)).toEqual(made);
    expect(await update(id, { ...edit, expectedName: name, expectedConfigId: configId })).toMatchObject({
      name: edit.name,
      versionNumber: 2,
    });
  });

  test('without an effect writes nothing', async () => {
    const made = await create({ config: rich });
    const { id, name, configId, config } = made;
    expect(await update(id, { config, name, expectedConfigId: configId, expectedName: name })).toEqual(made);
    const reordered = Object.fromEntries(Object.entries(config).toReversed());
    expect(await update(id, { config: reordered, expectedConfigId: configId })).toEqual(made);
    expect(await update(id, { set: { computer: null, temperature: 1 }, expectedConfigId: configId })).toEqual(made);
    expect((await versions(id)).items).toHaveLength(1);
  });

  test('compares the use of the client with what its author has read', async () => {
    const { id, configId, impact } = await create();
    await clientFixture.pool.query(
      `insert into attachments (project_id, holder_kind, holder_id, client_id) values ('prj_1', 'journey', $1, $2)`,
      [`journey of ${id}`, id],
    );
    const edit = { set: { systemPrompt: 'Hi.' }, expectedConfigId: configId };
    const currentImpact = { ...impact, activeLegacyJourneyCount: 1 };
    await expect(update(id, { ...edit, expectedImpact: impact })).rejects.toMatchObject({ details: { currentImpact } });
    expect(await update(id, { ...edit, expectedImpact: currentImpact })).toMatchObject({ impact: currentImpact });
  });

  test.each<[string, object, string]>([
    ['of nothing', { expectedConfigId: 'c' }, ''],
    ['of all and of some settings', { config: minimal, set: { temperature: 1 }, expectedConfigId: 'c' }, '/set'],
    ['of the name without its token', { name: 'a', expectedConfigId: 'c' }, '/expectedName'],
    ['of settings without their token', { config: minimal, expectedName: 'a' }, '/expectedConfigId'],
    ['of some settings without their token', { set: { temperature: 1 } }, '/expectedConfigId'],
    ['that clears the model', { set: { modelId: null }, expectedConfigId: 'c' }, '/set/modelId'],
    ['that leaves out the model', { config: { systemPrompt: 'Hi.' }, expectedConfigId: 'c' }, '/config/modelId'],
    ['to a blank model', { set: { modelId: ' ' }, expectedConfigId: 'c' }, '/set/modelId'],
    ['of servers among the settings', { set: { serverIds: [] }, expectedConfigId: 'c' }, '/set/serverIds'],
    ['of an unknown field', { name: 'a', expectedName: 'a', colour: 'red' }, '/colour'],
    [
      'that adds a credential',
      { set: { connectionDefaults: { headers: { Authorization: 'x' }, requestTimeout: null } }, expectedConfigId: 'c' },
      '/set/connectionDefaults/headers/Authorization',
    ],
    [
      'that adds a server of another project',
      { config: { ...minimal, serverIds: ['srv_other'] }, expectedConfigId: 'c' },
      '/config/serverIds/0',
    ],
  ])('%s is refused', async (_, edit, path) => {
    const made = await create();
    await expect(update(made.id, edit)).rejects.toMatchObject(refusal(path));
    expect(await read(made.id)).toEqual(made);
  });

  test('that adds a skill that the project does not have is refused', async () => {
    await clientFixture.pool.query(
      `insert into skills (id, project_id, name, latest_version_id) values ('skill_own', 'prj_1', 'a', ''), ('skill_other', 'prj_2', 'a', '')`,
    );
    const { id, configId } = await create();
    const select = (...skillIds: string[]) =>
      update(id, { set: { skillSelection: { mode: 'explicit', skillIds } }, expectedConfigId: configId });
    await expect(select('skill_own', 'skill_other')).rejects.toMatchObject(refusal('/set/skillSelection/skillIds/1'));
    expect(await select('skill_own')).toMatchObject({ config: { skillSelection: { skillIds: ['skill_own'] } } });
  });

  test('of a client of another project, or of a missing one, is not found', async () => {
    const { id } = await create({}, '', 'prj_2');
    for (const missing of [id, 'client_missing'])
      await expect(update(missing, { name: 'a', expectedName: 'b' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the servers of a client', () => {
  test('are replaced, and optional ones that are not named stay unless they are required now', async () => {
    const { id, configId } = await create();
    const first = await setServers(id, {
      serverIds: ['srv_files'],
      optionalServerIds: ['srv_everything', 'srv_everything'],
      expectedConfigId: configId,
    });
    expect(first.config).toMatchObject({ serverIds: ['srv_files'], optionalServerIds: ['srv_everything'] });
    const kept = await setServers(id, { serverIds: [], expectedConfigId: first.configId });
    expect(kept.config).toMatchObject({ serverIds: [], optionalServerIds: ['srv_everything'] });
    const moved = await setServers(id, { serverIds: ['srv_everything'], expectedConfigId: kept.configId });
    expect(moved.config).toMatchObject({ serverIds: ['srv_everything'], optionalServerIds: [] });
  });

  test('need the token of the settings, and are servers of the project', async () => {
    const { id, configId } = await create();
    await expect(setServers(id, { serverIds: [] })).rejects.toMatchObject(refusal('/expectedConfigId'));
    await expect(setServers(id, { serverIds: ['srv_files'], expectedConfigId: 'cfg_old' })).rejects.toMatchObject({
      details: { currentConfigId: configId },
    });
    await expect(
      setServers(id, { serverIds: ['srv_files', 'srv_x', 'srv_other'], expectedConfigId: configId }),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/serverIds/1' }], unknownServerIds: ['srv_x', 'srv_other'] },
    });
    await expect(
      setServers(id, { serverIds: ['srv_files'], optionalServerIds: ['srv_files'], expectedConfigId: configId }),
    ).rejects.toMatchObject(refusal('/optionalServerIds/0'));
  });
});

describe('a copy of a client', () => {
  test('has its settings and a name that is free', async () => {
    const { id, configId } = await create({ name: 'Original', config: rich });
    const first = await duplicate('original');
    expect(first).toMatchObject({ name: 'Original copy', configId, versionNumber: 1, isDefault: false });
    expect(first.id).not.toBe(id);
    expect(await duplicate(id)).toMatchObject({ name: 'Original copy 2' });
    expect(await duplicate(id, { name: 'Mine' })).toMatchObject({ name: 'Mine', configId });
  });

  test('of a long name has a name that is not too long', async () => {
    const { id } = await create({ name: '😀'.repeat(200) });
    const { name } = await duplicate(id);
    expect([Array.from(name).length, name.endsWith(' copy')]).toEqual([200, true]);
  });

  test('is made once per idempotency key, also when the client is gone', async () => {
    const { id } = await create();
    const first = await duplicate(id, {}, 'copy-gone');
    await remove(id);
    expect(await duplicate(id, {}, 'copy-gone')).toEqual(first);
    await expect(duplicate(id, {}, 'copy-late')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('of the default client is no default', async () => {
    const { id } = (await list()).items.find(({ isDefault }) => isDefault)!;
    expect(await duplicate(id)).toMatchObject({ isDefault: false });
  });
});

describe('a deletion', () => {
  test('removes the client with its versions', async () => {
    const { id } = await create();
    expect(await remove(id)).toEqual({ id, deleted: true });
    await expect(read(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(remove(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const { rowCount } = await clientFixture.pool.query('select from client_versions where client_id = $1', [id]);
    expect(rowCount).toBe(0);
  });

  test('of the default client is refused', async () => {
    const { id } = (await list()).items.find(({ isDefault }) => isDefault)!;
    await expect(remove(id)).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining('default') });
  });

  test('of a client that is used is refused, and names what uses it', async () => {
    const { id } = await create();
    await clientFixture.pool.query(
      `insert into attachments (project_id, holder_kind, holder_id, client_id) values ('prj_1', 'suite', 'suite_1', $1)`,
      [id],
    );
    await clientFixture.pool.query(
      `insert into environments (id, project_id, name, folded_name, client_id, body) values ($1, 'prj_1', 'Nightly', $1, $2, '{}')`,
      [`env of ${id}`, id],
    );
    await clientFixture.pool.query(
      `insert into studies (id, organization_id, project_id, environment_id, name, mode, guest_execution, unpublished_at)
       values ('study_1', 'org_1', 'prj_1', $1, 'Try us', 'invited_only', '{}', null), ('study_2', 'org_1', 'prj_1', $1, 'Over', 'invited_only', '{}', now())`,
      [`env of ${id}`],
    );
    expect((await read(id)).impact).toEqual({
      liveEnvironmentCount: 1,
      scenarioAttachmentCount: 1,
      activeLegacyJourneyCount: 0,
    });
    await expect(remove(id)).rejects.toMatchObject({
      code: 'CONFLICT',
      message: 'The client is used by environment "Nightly", study "Try us", suite suite_1: detach it there first.',
      details: {
        usedBy: [
          { kind: 'environment', id: `env of ${id}`, name: 'Nightly' },
          { kind: 'study', id: 'study_1', name: 'Try us' },
          { kind: 'suite', id: 'suite_1' },
        ],
      },
    });
  });
});

describe('the versions of a client', () => {
  test('have each state of its settings, its author and its changes, newest first', async () => {
    const { id, configId, versionId } = await create();
    const second = await update(id, {
      set: { systemPrompt: 'Hi.', connectionDefaults: { headers: { 'x-a': '1' }, requestTimeout: null } },
      expectedConfigId: configId,
    });
    const third = await update(id, {
      set: { systemPrompt: null, connectionDefaults: null },
      expectedConfigId: second.configId,
    });
    expect(third).toMatchObject({ configId, versionNumber: 3 });
    const first = await versions(id, { limit: '2' });
    expect(first.items).toMatchObject([
      { versionNumber: 3, configId, changed: ['/systemPrompt', '/connectionDefaults/headers/x-a'] },
      {
        versionNumber: 2,
        versionId: second.versionId,
        createdBy: 'usr_1',
        changed: ['/systemPrompt', '/connectionDefaults/headers/x-a'],
        config: second.config,
      },
    ]);
    expect(await versions(id, { limit: '2', cursor: first.nextCursor })).toMatchObject({
      items: [{ versionNumber: 1, versionId, changed: [] }],
    });
  });

  test('are compared, with the values of both', async () => {
    const { id, configId } = await create({ config: rich });
    const mcpProfile = { profileVersion: 1, paginationTraversal: 'full' };
    await update(id, { set: { mcpProfile, computer: { kind: 'personal' } }, expectedConfigId: configId });
    const comparison = await compare(id, { from: '1' });
    expect(comparison).toMatchObject({ from: { versionNumber: 1, configId }, to: { versionNumber: 2 } });
    expect(comparison.changes).toEqual([
      { path: '/mcpProfile/paginationTraversal', before: 'firstPageOnly', after: 'full' },
      { path: '/mcpProfile/toolParamHeaderMirroring', before: 'omit' },
      { path: '/computer', after: { kind: 'personal' } },
    ]);
    expect((await compare(id, { from: '2', to: '2' })).changes).toEqual([]);
    await expect(compare(id, { from: '1', to: '7' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    for (const from of ['0', 'x', '9999999999', undefined])
      await expect(compare(id, { from })).rejects.toMatchObject(refusal('/from'));
  });
});
