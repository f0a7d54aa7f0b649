import { clientTemplates } from '@assay/contract/areas/clients/documents';
import { operations } from '@assay/contract/operations';
import { callOperation } from '@assay/kit/rpc/call-operation';
import {
  clientFixture,
  create,
  list,
  minimal,
  read,
  refusal,
  startClientFixture,
  stopClientFixture,
} from './client-fixture.ts';

beforeAll(startClientFixture);
afterAll(stopClientFixture);

describe('a new client', () => {
  test.each(clientTemplates)('can be created from the template %s', async (template) => {
    const { id, config, configId } = await create({ template });
    const same = await create({ template });
    expect(config).toMatchObject({ hostStyle: template, modelId: expect.stringMatching(/^\w+\/\S+$/) });
    expect(same).toMatchObject({ configId, versionNumber: 1 });
    // Settings that were read can be sent back as they are.
    expect(await create({ config })).toMatchObject({ configId });
    expect(await read(id)).toMatchObject({ config });
  });

  test('comes back as it was created, with the defaults of absent settings', async () => {
    const made = await create({
      name: ' Ours ',
      config: { ...minimal, modelId: '  scripted/rules ', temperature: 1.5 },
    });
    expect(made).toEqual({
      id: expect.stringMatching(/^client_/),
      name: 'Ours',
      config: {
        hostStyle: 'assay',
        modelId: 'scripted/rules',
        systemPrompt: '',
        temperature: 1.5,
        requireToolApproval: false,
        serverIds: [],
        optionalServerIds: [],
        connectionDefaults: { headers: {}, requestTimeout: null },
        clientCapabilities: {},
        hostContext: {},
      },
      configId: expect.stringMatching(/^cfg_[0-9a-f]{64}$/),
      versionId: expect.stringMatching(/^clientver_/),
      versionNumber: 1,
      ownerScope: null,
      hasComputer: false,
      isDefault: false,
      impact: { liveEnvironmentCount: 0, scenarioAttachmentCount: 0, activeLegacyJourneyCount: 0 },
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    });
    expect(await read(made.id)).toEqual(made);
  });

  test('tells widgets the theme of its template', async () => {
    expect((await create({ template: 'claude', theme: 'dark' })).config.hostContext).toEqual({ theme: 'dark' });
  });

  test.each<[string, object, string]>([
    ['of an unknown template', { template: 'netscape' }, '/template'],
    ['of a template and settings', { template: 'claude', config: minimal }, '/config'],
    ['of neither', { config: undefined }, '/template'],
    ['with a theme for settings', { config: minimal, theme: 'dark' }, '/theme'],
    ['without a model', { config: { systemPrompt: 'Hi.' } }, '/config/modelId'],
    ['with a blank model', { config: { modelId: '  ' } }, '/config/modelId'],
    ['with an unknown setting', { config: { ...minimal, colour: 'red' } }, '/config/colour'],
    [
      'with an unknown setting in a setting',
      { config: { ...minimal, mcpProfile: { profileVersion: 1, speed: 1 } } },
      '/config/mcpProfile/speed',
    ],
    ['with a NUL', { config: { ...minimal, hostContext: { a: ['\0'] } } }, '/config'],
    ['with settings beyond measure', { config: { ...minimal, hostContext: { a: 'x'.repeat(250_000) } } }, '/config'],
    [
      'with a server of another project',
      { config: { ...minimal, serverIds: ['srv_files', 'srv_other'] } },
      '/config/serverIds/1',
    ],
    [
      'with an unknown optional server',
      { config: { ...minimal, optionalServerIds: ['srv_x'] } },
      '/config/optionalServerIds/0',
    ],
    [
      'with settings for an unknown server',
      { config: { ...minimal, serverConnectionOverrides: { srv_x: {} } } },
      '/config/serverConnectionOverrides/srv_x',
    ],
    [
      'with a server that is required and optional',
      { config: { ...minimal, serverIds: ['srv_files'], optionalServerIds: ['srv_files'] } },
      '/config/optionalServerIds/0',
    ],
    [
      'with an explicit selection of no skills',
      { config: { ...minimal, skillSelection: { mode: 'explicit' } } },
      '/config/skillSelection/skillIds',
    ],
    [
      'with a skill that the project does not have',
      { config: { ...minimal, skillSelection: { mode: 'explicit', skillIds: ['skill_unknown'] } } },
      '/config/skillSelection/skillIds/0',
    ],
    ['with a line break in its name', { name: 'a\nb', config: minimal }, '/name'],
  ])('%s is refused', async (_, body, path) => {
    await expect(create(body)).rejects.toMatchObject(refusal(path));
  });

  test.each<[string, Record<string, string>, string]>([
    ['a header whose name is one of a credential', { 'X-Api-Key': 'hidden value' }, 'X-Api-Key'],
    ['an authorization', { authorization: 'hidden value' }, 'authorization'],
    ['a cookie', { Cookie: 'hidden=value' }, 'Cookie'],
    ['a key under another name', { 'x-other': `sk_${'a'.repeat(32)}` }, 'x-other'],
    ['a bearer value', { 'x-other': 'Bearer abcdefghijkl' }, 'x-other'],
  ])('with %s is refused, and the value is not repeated', async (_, headers, name) => {
    const path = `/config/connectionDefaults/headers/${name}`;
    const error = await create({ config: { ...minimal, connectionDefaults: { headers, requestTimeout: null } } }).catch(
      (thrown: unknown) => thrown,
    );
    expect(error).toMatchObject(refusal(path));
    expect(JSON.stringify(error)).not.toContain(headers[name]!);
    await expect(
      create({ config: { ...minimal, serverConnectionOverrides: { srv_files: { headersOverride: headers } } } }),
    ).rejects.toMatchObject(refusal(`/config/serverConnectionOverrides/srv_files/headersOverride/${name}`));
  });

  test.each<[string, object, string]>([
    ['an OAuth secret', { oauthProfile: { clientSecret: 'hidden value' } }, '/oauthProfile/clientSecret'],
    [
      'a token of a list',
      { oauthProfile: { grants: [{ access_token: 'hidden' }] } },
      '/oauthProfile/grants/0/access_token',
    ],
    ['a bearer value', { hostContext: { note: 'Bearer abcdefghijkl' } }, '/hostContext/note'],
    ['a key', { chatUiOverride: { x: `sk_${'a'.repeat(32)}` } }, '/chatUiOverride/x'],
    ['a password', { hostCapabilitiesOverride: { passwords: ['hidden'] } }, '/hostCapabilitiesOverride/passwords/0'],
    [
      'a secret extension',
      { clientCapabilities: { extensions: { 'a/secret': 'x' } } },
      '/clientCapabilities/extensions/a~1secret',
    ],
    [
      'a cookie',
      { mcpProfile: { profileVersion: 1, initialize: { cookie: 'hidden' } } },
      '/mcpProfile/initialize/cookie',
    ],
  ])('with %s among its settings is refused', async (_, settings, path) => {
    await expect(create({ config: { ...minimal, ...settings } })).rejects.toMatchObject(refusal(`/config${path}`));
  });

  test('may name endpoints and methods of a sign-in', async () => {
    const oauthProfile = {
      authorizationEndpoint: 'https://id.example/authorize',
      tokenEndpointAuthMethod: 'client_secret_post',
      useSecrets: false,
    };
    expect((await create({ config: { ...minimal, oauthProfile } })).config).toMatchObject({ oauthProfile });
  });

  test.each<[string, Record<string, string>]>([
    ['a line break in a value', { 'x-a': 'b\r\nx-evil: 1' }],
    ['a blank in a name', { 'x a': 'b' }],
    ['a header of the connection', { host: 'evil.example' }],
  ])('with %s is refused', async (_, headers) => {
    const config = { ...minimal, connectionDefaults: { headers, requestTimeout: null } };
    await expect(create({ config })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('is created once per idempotency key', async () => {
    const body = { name: 'once', template: 'claude' };
    const first = await create(body, 'key-1');
    expect(await create(body, 'key-1')).toEqual(first);
    await expect(create({ ...body, name: 'twice' }, 'key-1')).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'IDEMPOTENCY_CONFLICT' },
    });
  });
});

describe('a client', () => {
  test('is found by its name, without case and invisible characters', async () => {
    const { id } = await create({ name: 'Straße der Clients' });
    for (const name of ['straße der clients', 'STRASSE DER CLIENTS', ' Stra\u200bße der Clients '])
      expect(await read(name)).toMatchObject({ id });
    expect(await read(id)).toMatchObject({ name: 'Straße der Clients' });
  });

  test('is not found by a name that several have, but by its id', async () => {
    const [one, other] = [await create({ name: 'Twin' }), await create({ name: 'twin' })];
    await expect(read('Twin')).rejects.toMatchObject({
      code: 'CONFLICT',
      details: {
        candidates: [
          { id: one.id, name: 'Twin' },
          { id: other.id, name: 'twin' },
        ],
      },
    });
    expect(await read(one.id)).toMatchObject({ name: 'Twin' });
    // An id has precedence over a name.
    await create({ name: one.id });
    expect(await read(one.id)).toMatchObject({ name: 'Twin' });
  });

  test('of another project is not found', async () => {
    const { id, name } = await create({ template: 'claude' });
    for (const reference of [id, name])
      await expect(read(reference, 'prj_2')).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is listed with what a list shows of its settings', async () => {
    const { id, configId, createdAt, updatedAt } = await create({
      name: 'listed',
      config: {
        ...minimal,
        serverIds: ['srv_files'],
        optionalServerIds: ['srv_everything'],
        computer: { kind: 'personal' },
      },
    });
    expect((await list()).items.find((each) => each.id === id)).toEqual({
      id,
      name: 'listed',
      configId,
      modelId: 'scripted/rules',
      serverCount: 2,
      ownerScope: null,
      hasComputer: true,
      isDefault: false,
      createdAt,
      updatedAt,
    });
  });

  test('is on one of the pages of a list, newest first', async () => {
    for (let i = 0; i < 3; i++) await create({}, '', 'prj_pages');
    const first = await list('prj_pages', { limit: '3' });
    const second = await list('prj_pages', { limit: '3', cursor: first.nextCursor });
    const ids = [...first.items, ...second.items].map(({ id }) => id);
    expect(ids).toEqual([...new Set(ids)].toSorted().toReversed());
    expect([ids.length, second.nextCursor]).toEqual([4, undefined]);
  });
});

describe('the default client', () => {
  test('is made by the first list of a project, once', async () => {
    const lists = await Promise.all([list('prj_new'), list('prj_new'), list('prj_new')]);
    expect(lists.map(({ items }) => items.map(({ name, isDefault }) => [name, isDefault]))).toEqual(
      Array.from({ length: 3 }, () => [['Assay', true]]),
    );
    expect(new Set(lists.map(({ items }) => items[0]!.id)).size).toBe(1);
  });

  test('is found by its name before a list made it', async () => {
    expect(await read('assay', 'prj_unlisted')).toMatchObject({ isDefault: true, config: { hostStyle: 'assay' } });
  });
});

const caller = { caller: { requestId: 'req_test', organizationId: 'org_1', userId: 'usr_1' } };

test('the catalog has every template, with valid settings', async () => {
  const { catalog, ...rest } = await callOperation(clientFixture.mesh, operations.getClientCatalog, {}, {}, caller);
  expect(rest).toEqual({
    schemaVersion: 1,
    version: expect.any(Number),
    contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    publishedAt: expect.any(Number),
    source: 'bundled',
  });
  expect(Object.keys(catalog.clientsById)).toEqual([...clientTemplates]);
  for (const template of clientTemplates)
    expect(await create({ template })).toMatchObject({ config: catalog.clientsById[template]!.config });
});

test('the tools of a harness are listed, and another harness is not found', async () => {
  const tools = (harnessId: string) =>
    callOperation(clientFixture.mesh, operations.listHarnessBuiltinTools, { harnessId }, {}, caller);
  expect((await tools('claude-code')).items).toContainEqual(expect.objectContaining({ key: 'Bash', name: 'Bash' }));
  const known = ['claude-code', 'codex', 'cursor'];
  for (const harness of known) expect((await tools(harness)).items.length).toBeGreaterThan(4);
  await expect(tools('constructor')).rejects.toMatchObject({ code: 'NOT_FOUND', details: { known } });
});
