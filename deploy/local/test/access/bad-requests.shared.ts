import { insertKey } from '@assay/catalog/store/api-keys/api-keys';
import { insertOrganization } from '@assay/catalog/store/organizations/organizations';
import { insertProject } from '@assay/catalog/store/projects/projects';
import { insertUser } from '@assay/catalog/store/account/users';
import { storedKey } from '@assay/catalog/domain/api-keys/stored-key';
import { openPool, type Pool } from '@assay/kit/postgres/db';
import { Api, toolCall, answerOf } from '../support/api.ts';
import { testLog } from '../support/installation.ts';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

/** The answer to a request that the SDK could not send. */
async function metBy(sent: Promise<Response>) {
  const response = await sent;
  const body = (await response.json()) as { code: string };
  return { status: response.status, headers: response.headers, body };
}
const post = (path: string, body: object | string) =>
  metBy(
    api.fetch(`/api/v1/projects/${api.projectId}${path}`, {
      method: 'POST',
      body: typeof body === 'string' ? body : JSON.stringify(body),
    }),
  );

const STRANGER = `sk_${'s'.repeat(43)}`;
const REVOKED = `sk_${'r'.repeat(43)}`;

let installation: SharedInstallation;
let catalog: Pool;
let api: Api;
let stranger: Api;

beforeAll(async () => {
  installation = await sharedInstallation();
  ({ api } = installation);
  catalog = openPool(installation.urlOf('catalog'), testLog, { max: 1 });
  stranger = await secondOrganization();
});
afterAll(() => catalog.end());

/** Another person with an organization, a project and a key of their own, and a revoked key. */
async function secondOrganization(): Promise<Api> {
  await insertUser(catalog, {
    id: 'usr_2',
    email: 'eve@else.example',
    name: 'eve',
    passwordHash: undefined,
    addressProven: false,
  });
  await insertOrganization(catalog, { id: 'org_2', name: 'Else', ownerId: 'usr_2' });
  await insertProject(catalog, {
    id: 'prj_2',
    organizationId: 'org_2',
    creatorId: 'usr_2',
    name: 'Theirs',
    visibility: 'public',
    body: {},
  });
  for (const [id, key] of [
    ['key_2', STRANGER],
    ['key_3', REVOKED],
  ] as const) {
    await insertKey(catalog, { id, organizationId: 'org_2', userId: 'usr_2', name: id, ...storedKey(key) });
  }
  await catalog.query(`update api_keys set revoked_at = now() where id = 'key_3'`);
  return Object.assign(new Api(installation.url, STRANGER), { projectId: 'prj_2' });
}

const NUL = 'a\u0000b';
const server = (more: object = {}) => ({
  name: 'fine',
  enabled: true,
  transportType: 'http',
  url: 'https://example.com/mcp',
  ...more,
});
const suite = (more: object = {}) => ({
  name: 'fine',
  serverIds: ['srv_x'],
  tests: [{ title: 't', steps: [toolCall('a', 'x', 'y')] }],
  ...more,
});
const steps = (...given: object[]) => suite({ tests: [{ title: 't', steps: given }] });

test.each<[string, string, string]>([
  ['malformed JSON', '/servers', '{"name":'],
  ['JSON that is not an object', '/servers', '[]'],
  ['no body where one is needed', '/eval-suites', ''],
])('%s is refused', async (_, path, body) => {
  expect(await post(path, body)).toMatchObject({
    status: 400,
    body: { code: 'VALIDATION_ERROR', message: expect.stringMatching(/\.$/) },
  });
});

const refusalAt = (place: string) => ({
  status: 400,
  body: { code: 'VALIDATION_ERROR', details: { issues: [{ path: place }] } },
});

test.each<[string, string, object, string]>([
  ['a value of another type', '/servers', server({ enabled: 'yes' }), '/enabled'],
  ['an unknown key', '/servers', server({ colour: 'red' }), '/colour'],
  ['a key that is missing', '/servers', { ...server(), name: undefined }, '/name'],
  ['a key of the other transport', '/servers', server({ command: 'x' }), '/command'],
  ['an address that is none', '/servers', server({ url: 'example' }), '/url'],
  ['credentials in an address', '/servers', server({ url: 'https://me:pw@example.com' }), '/url'],
  [
    'an unknown key, deep inside',
    '/eval-suites',
    steps({ id: 'a', kind: 'assert', assertion: { type: 'noToolErrors', tool: 'x' } }),
    '/tests/0/steps/0/assertion/tool',
  ],
  [
    'an assertion that does not exist',
    '/eval-suites',
    steps({ id: 'a', kind: 'assert', assertion: { type: 'isNice' } }),
    '/tests/0/steps/0/assertion/type',
  ],
  [
    'two steps of one name',
    '/eval-suites',
    steps(toolCall('a', 'x', 'y'), toolCall('a', 'x', 'y')),
    '/tests/0/steps/1/id',
  ],
  ['a server that the project does not have', '/eval-suites', suite(), '/serverIds/0'],
  ['a number out of range', '/eval-runs', { suiteId: 'suite_x', iterationOverride: 11 }, '/iterationOverride'],
])('%s is refused, and its place is named', async (_, path, body, place) => {
  expect(await post(path, body)).toMatchObject(refusalAt(place));
});

test.each<[string, string, object]>([
  ['/name', '/eval-suites', suite({ name: NUL })],
  ['/tests/0/title', '/eval-suites', suite({ tests: [{ title: NUL, steps: [toolCall('a', 'x', 'y')] }] })],
  ['/serverIds/0', '/eval-suites', suite({ serverIds: [NUL] })],
  ['/suiteId', '/eval-runs', { suiteId: NUL }],
  ['/suiteName', '/eval-runs', { suiteName: NUL }],
  ['/serverIds/0', '/eval-runs', { suiteId: 'x', serverIds: [NUL] }],
  ['/notes', '/eval-runs', { suiteId: 'x', notes: NUL }],
  ['/idempotencyKey', '/eval-runs', { suiteId: 'x', idempotencyKey: NUL }],
])('a text that a database cannot store is refused at %s of %s', async (place, path, body) => {
  expect(await post(path, body)).toMatchObject(refusalAt(place));
});

test('a body that is too large is refused before it is read', async () => {
  const { status, body } = await answerOf(
    api.assay.createEvalSuite.withResponse(
      { projectId: api.projectId },
      suite({ description: 'x'.repeat(13 * 1024 * 1024) }),
    ),
  );
  expect([status, body]).toMatchObject([400, { code: 'VALIDATION_ERROR', details: { maxBytes: 12 * 1024 * 1024 } }]);
});

test.each([
  ['no key', undefined],
  ['something else than a key', 'hello'],
  ['a key that was never issued', `sk_${'x'.repeat(43)}`],
  ['a key that was revoked', REVOKED],
])('%s opens nothing', async (_, key) => {
  const closed = new Api(installation.url, key);
  for (const path of ['/me', '/projects', `/projects/${api.projectId}/servers`]) {
    const { status, body, headers } = await metBy(closed.fetch(`/api/v1${path}`));
    expect([status, body.code, headers.get('www-authenticate')]).toEqual([
      401,
      'UNAUTHORIZED',
      expect.stringContaining('Bearer'),
    ]);
    expect(JSON.stringify(body)).not.toContain('sk_xxx');
  }
});

describe('objects of another organization', () => {
  let serverId: string;
  let suiteId: string;
  let project: object;
  beforeAll(async () => {
    project = await api.assay.getProject({ projectId: api.projectId });
    serverId = await api.saveServer('mine', 'https://example.com/mcp');
    ({ suiteId } = await api.assay.createEvalSuite(
      { projectId: api.projectId },
      suite({ serverIds: [serverId], tests: [{ title: 't', steps: [toolCall('a', 'mine', 'y')] }] }),
    ));
  });

  const PATHS: [string, string][] = [
    ['GET', ''],
    ['PATCH', ''],
    ['DELETE', ''],
    ['GET', '/servers'],
    ['GET', '/servers/SERVER'],
    ['PATCH', '/servers/SERVER'],
    ['DELETE', '/servers/SERVER'],
    ['POST', '/servers/SERVER/validate'],
    ['POST', '/servers/SERVER/doctor'],
    ['POST', '/servers/SERVER/tools'],
    ['POST', '/servers/SERVER/tools/call'],
    ['GET', '/eval-suites'],
    ['GET', '/eval-suites/SUITE'],
    ['GET', '/eval-suites/SUITE/cases'],
    ['GET', '/eval-suites/SUITE/runs'],
    ['POST', '/eval-runs'],
  ];
  const BODIES: Record<string, object> = {
    PATCH: { name: 'taken over' },
    POST: { toolName: 'x', suiteId: 'x' },
    DELETE: {},
  };
  const filled = (path: string) => path.replace('SERVER', serverId).replace('SUITE', suiteId);
  const ask = (as: Api, projectId: string, method: string, path: string) =>
    metBy(
      as.fetch(`/api/v1/projects/${projectId}${filled(path)}`, {
        method,
        ...(method !== 'GET' && { body: JSON.stringify(BODIES[method]) }),
      }),
    );

  test.each(PATHS)('%s %s of another organization looks like one that does not exist', async (method, path) => {
    const theirs = await ask(stranger, api.projectId, method, path);
    expect([theirs.status, theirs.body.code]).toEqual([404, 'NOT_FOUND']);
    expect((await ask(stranger, 'prj_nowhere', method, path)).body).toEqual(theirs.body);
  });

  test.each(PATHS.filter(([, path]) => /SERVER|SUITE/.test(path)))(
    "%s %s is not found through a project of one's own",
    async (method, path) => {
      expect(await ask(stranger, 'prj_2', method, path)).toMatchObject({ status: 404, body: { code: 'NOT_FOUND' } });
    },
  );

  test('none of it was changed', async () => {
    expect(await api.assay.getProjectServer({ projectId: api.projectId, serverId })).toMatchObject({ name: 'mine' });
    expect(await api.assay.getProject({ projectId: api.projectId })).toEqual(project);
  });
});
