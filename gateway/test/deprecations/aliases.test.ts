import { allOperations, operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { allAliases } from '../../src/deprecations/aliases.ts';
import { printOpenapi } from '../../src/openapi/openapi.ts';
import { gatewayFixture, startTestGateway, testSessions } from '../start.ts';

const { answers, send: sendPlainly } = gatewayFixture();
/** Sends a request of the owner of a project, whose organization has every feature on. */
const send: typeof sendPlainly = (method, path, request) =>
  sendPlainly(method, path, { session: testSessions.owner, ...request });

const values: Record<string, string> = {
  projectId: 'prj_owner',
  hostId: 'client_01m7zykkedfqdtc2f3bb127ct0',
  scenarioId: 'study_1',
  environmentId: 'env_1',
  sessionId: 'ses_1',
  memberIdOrEmail: 'ada@acme.example',
  windowId: 'win_1',
  findingId: 'fnd_1',
};
const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));
const paramsOf = (path: string) => [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name!);

interface PrintedOperation {
  deprecated?: boolean;
  summary: string;
  parameters?: { name: string }[];
  requestBody?: { content: { 'application/json': { example: object } } };
}
const printedPaths = (printed: object) =>
  (printed as { paths: Record<string, Record<string, PrintedOperation>> }).paths;
const printed = printedPaths(printOpenapi(allOperations));
const printedAt = (method: string, path: string) => printed[path]![method.toLowerCase()]!;

const HOSTS = '/projects/{projectId}/hosts';
const SCENARIOS = '/projects/{projectId}/scenarios';
const OF_ENVIRONMENT = '/projects/{projectId}/environments/{environmentId}/scenario';
const USER_TESTING = '/projects/{projectId}/user-testing/scenarios/{scenarioId}';

test('the aliases have these paths, successors and links', () => {
  expect(
    allAliases.map(({ method, path, operationId, successor, isLinked = false }) => [
      method,
      path,
      operationId,
      successor,
      isLinked,
    ]),
  ).toEqual([
    ['GET', '/host-catalog', 'getHostCompatCatalog', 'getClientCatalog', true],
    ['GET', HOSTS, 'listHosts', 'listClients', false],
    ['POST', HOSTS, 'createHost', 'createClient', false],
    ['GET', `${HOSTS}/{hostId}`, 'getHost', 'getClient', false],
    ['PATCH', `${HOSTS}/{hostId}`, 'updateHost', 'updateClient', false],
    ['DELETE', `${HOSTS}/{hostId}`, 'deleteHost', 'deleteClient', false],
    ['POST', `${HOSTS}/{hostId}/servers`, 'setHostServers', 'setClientServers', false],
    ['POST', `${HOSTS}/{hostId}/duplicate`, 'duplicateHost', 'duplicateClient', false],
    ['GET', SCENARIOS, 'listScenarios', 'listStudies', true],
    ['GET', `${SCENARIOS}/{scenarioId}`, 'getScenario', 'getStudy', true],
    ['PUT', OF_ENVIRONMENT, 'publishScenario', 'publishStudy', true],
    ['DELETE', OF_ENVIRONMENT, 'unpublishScenario', 'unpublishStudy', true],
    ['GET', USER_TESTING, 'getUserTestingScenario', 'getStudy', true],
    ['PATCH', USER_TESTING, 'updateUserTestingScenario', 'updateStudy', true],
    ['GET', `${USER_TESTING}/sessions`, 'listUserTestingSessions', 'listStudySessions', true],
    ['GET', `${USER_TESTING}/sessions/{sessionId}`, 'getUserTestingSession', 'getStudySession', true],
    ['PUT', `${USER_TESTING}/guest-execution`, 'setScenarioGuestExecution', 'setGuestExecution', true],
    ['POST', `${USER_TESTING}/rotate-link`, 'rotateScenarioLink', 'rotateStudyLink', true],
    ['PUT', `${USER_TESTING}/members`, 'upsertScenarioMember', 'upsertStudyMember', true],
    ['DELETE', `${USER_TESTING}/members/{memberIdOrEmail}`, 'removeScenarioMember', 'removeStudyMember', true],
    ['POST', `${USER_TESTING}/rebind`, 'rebindScenario', 'rebindStudy', true],
    ['GET', `${USER_TESTING}/metrics`, 'getUserTestingMetrics', 'getStudyMetrics', true],
    ['GET', `${USER_TESTING}/usage`, 'getUserTestingUsage', 'getStudyUsage', true],
    ['GET', `${USER_TESTING}/signals`, 'getUserTestingSignals', 'getStudySignals', true],
    ['GET', `${USER_TESTING}/findings`, 'listUserTestingFindings', 'listStudyFindings', true],
    [
      'GET',
      `${USER_TESTING}/windows/{windowId}/insights`,
      'getUserTestingWindowInsights',
      'getStudyWindowInsights',
      true,
    ],
    ['POST', `${USER_TESTING}/insights`, 'requestUserTestingInsights', 'requestStudyInsights', true],
    ['DELETE', `${USER_TESTING}/insights`, 'cancelUserTestingInsights', 'cancelStudyInsights', true],
    ['POST', `${USER_TESTING}/findings/{findingId}/dismiss`, 'dismissUserTestingFinding', 'dismissStudyFinding', true],
    [
      'POST',
      `${USER_TESTING}/findings/{findingId}/undismiss`,
      'undismissUserTestingFinding',
      'undismissStudyFinding',
      true,
    ],
  ]);
});

const inProject = allAliases.filter(({ path }) => path.startsWith('/projects/'));

describe.each(inProject)('$method $path', ({ method, path, successor, isLinked = false, renamed }) => {
  const operation = operations[successor];
  const [[before, now]] = Object.entries(renamed) as [[string, string]];
  const link = isLinked
    ? `</api/v1${filled(operation.path.replace(`{${now}}`, `{${before}}`))}>; rel="successor-version"`
    : null;
  const marks = (headers: Headers) => [headers.get('deprecation'), headers.get('link')];
  const body = printedAt(method, path).requestBody?.content['application/json'].example;
  const request = body && { body };

  test("is answered by its successor, with the successor's parameters", async () => {
    let asked: { target?: object; userId?: string | undefined } = {};
    answers.getClient = async () => ({ name: 'n', configId: 'c' });
    answers[successor] = async ({ userId }, target) => {
      asked = { target, userId };
      return { items: [] };
    };
    const { status, headers } = await send(method, filled(path), request);
    expect(status).toBe(operation.status);
    expect(asked).toMatchObject({
      target: Object.fromEntries(paramsOf(path).map((name) => [renamed[name] ?? name, values[name]])),
      userId: 'usr_1',
    });
    expect(marks(headers)).toEqual(['true', link]);
  });

  test('is marked as deprecated also in refusals', async () => {
    const without = await sendPlainly(method, filled(path), { key: null });
    expect([without.status, ...marks(without.headers)]).toEqual([401, 'true', link]);
    const foreign = await send(method, filled(path).replace('prj_owner', 'prj_foreign'));
    // The service of a study decides about its reads, because people outside of the project may be invited.
    expect([foreign.status, marks(foreign.headers)[0]]).toEqual([operation.access === 'key' ? 200 : 404, 'true']);
    answers.getClient = async () => ({ name: 'n', configId: 'c' });
    answers[successor] = async () => {
      throw new Problem('FORBIDDEN', 'No.');
    };
    const refused = await send(method, filled(path), request);
    expect([refused.status, ...marks(refused.headers)]).toEqual([403, 'true', link]);
  });

  test('is printed as deprecated, with the parameters of its successor', () => {
    const former = printedAt(method, path);
    expect(former).toMatchObject({ deprecated: true, summary: `Deprecated: use \`${successor}\`.` });
    const parameters = printedAt(method, operation.path).parameters!.map(({ name }) => (name === now ? before : name));
    expect(former.parameters!.map(({ name }) => name)).toEqual([...new Set(parameters)]);
  });
});

test('an alias whose successor is not mounted is not mounted', async () => {
  const { getStudy: _gone, ...others } = allOperations;
  const less = await startTestGateway({ operations: others });
  const { status, headers } = await less.send('GET', '/projects/prj_member/scenarios/study_1');
  await less.stop();
  expect([status, headers.get('deprecation')]).toEqual([404, null]);
  expect(printedPaths(printOpenapi(others))).not.toHaveProperty('/projects/{projectId}/scenarios/{scenarioId}');
});

test('an alias whose read is not mounted is not mounted', () => {
  const { getClient: _gone, ...others } = allOperations;
  const paths = printedPaths(printOpenapi(others));
  expect([
    paths['/projects/{projectId}/hosts'],
    Object.keys(paths['/projects/{projectId}/hosts/{hostId}']!),
    paths['/projects/{projectId}/hosts/{hostId}/servers'],
  ]).toEqual([expect.anything(), ['delete'], undefined]);
});

test('a successor itself is not deprecated', async () => {
  const { status, headers } = await send('GET', '/projects/prj_owner/studies/study_1');
  expect([status, headers.get('deprecation'), headers.get('link')]).toEqual([200, null, null]);
});

test.each<[string, string]>([
  ['a%20b', 'a%20b'],
  ['a%3E%3B%20rel%3Dx', 'a%3E%3B%20rel%3Dx'],
  ['a%2Fb', 'a%2Fb'],
  ['%zz', '%25zz'],
  ['%C3%A9', '%C3%A9'],
])('the id %s is escaped in the Link', async (written, linked) => {
  const { headers } = await send('GET', `/projects/prj_owner/scenarios/${written}`);
  expect([headers.get('deprecation'), headers.get('link')]).toEqual([
    'true',
    `</api/v1/projects/prj_owner/studies/${linked}>; rel="successor-version"`,
  ]);
});

test('HEAD is answered as GET is, without a body', async () => {
  const { status, headers, text } = await send('HEAD', '/projects/prj_owner/user-testing/scenarios/study_1');
  expect([status, headers.get('deprecation'), text]).toEqual([200, 'true', '']);
});

test("another method at a former path is answered with the path's methods", async () => {
  const { status, headers, json } = await send('PUT', '/projects/prj_owner/hosts/x', { body: {} });
  expect([status, headers.get('allow'), headers.get('deprecation')]).toEqual([404, 'GET, PATCH, DELETE', 'true']);
  expect(json().message).toBe('This path answers GET, PATCH, DELETE, not PUT.');
});
