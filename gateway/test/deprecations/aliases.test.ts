import { Problem } from '@assay/contract/problem';
import { allAliases } from '../../src/deprecations/aliases.ts';
import { printOpenapi } from '../../src/openapi/openapi.ts';
import {
  standInAnswers,
  successorFixture,
  clientId,
  pathOfSuccessor,
  standInService,
  standIns,
  type RequestTarget,
} from './successor-stand-ins.ts';
import { startTestGateway } from '../start.ts';

const fixture = successorFixture();

const values: Record<string, string> = {
  projectId: 'prj_member',
  hostId: clientId,
  scenarioId: 'study_1',
  environmentId: 'env_1',
  sessionId: 'ses_1',
  memberIdOrEmail: 'ada@acme.example',
  windowId: 'win_1',
  findingId: 'fnd_1',
};
const filled = (path: string) => path.replace(/\{(\w+)\}/g, (_, name: string) => encodeURIComponent(values[name]!));

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
  const link = isLinked
    ? `</api/v1${filled(pathOfSuccessor(path).replaceAll('{studyId}', '{scenarioId}'))}>; rel="successor-version"`
    : null;
  const marks = (headers: Headers) => [headers.get('deprecation'), headers.get('link')];

  test("is answered by its successor, with the successor's parameters", async () => {
    let asked: { target?: RequestTarget; userId?: string | undefined } = {};
    standInAnswers[successor] = async (target, _input, { userId }) => {
      asked = { target, userId };
      return { items: [] };
    };
    standInAnswers.getClient ??= async () => ({ name: 'n', configId: 'c' });
    const { status, headers } = await fixture.send(method, filled(path), {
      ...(method !== 'GET' && { body: { environmentId: 'env_2' } }),
    });
    expect(status).toBe(standIns[successor]!.status);
    expect(asked).toEqual({
      target: Object.fromEntries(
        [...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => [renamed[name!] ?? name, values[name!]]),
      ),
      userId: 'usr_1',
    });
    expect(marks(headers)).toEqual(['true', link]);
  });

  test('is marked as deprecated also in refusals', async () => {
    const without = await fixture.send(method, filled(path), { key: null });
    expect([without.status, ...marks(without.headers)]).toEqual([401, 'true', link]);
    const foreign = await fixture.send(method, filled(path).replace('prj_member', 'prj_foreign'));
    expect([foreign.status, marks(foreign.headers)[0]]).toEqual([404, 'true']);
    standInAnswers[successor] = async () => {
      throw new Problem('FORBIDDEN', 'No.');
    };
    standInAnswers.getClient ??= async () => ({ name: 'n', configId: 'c' });
    const refused = await fixture.send(method, filled(path), {
      ...(method !== 'GET' && { body: { environmentId: 'env_2' } }),
    });
    expect([refused.status, ...marks(refused.headers)]).toEqual([403, 'true', link]);
  });

  test('is printed as deprecated', () => {
    const { paths } = printOpenapi(standIns) as {
      paths: Record<string, Record<string, { deprecated?: boolean; summary: string; parameters: { name: string }[] }>>;
    };
    const printed = paths[path]![method.toLowerCase()]!;
    expect(printed).toMatchObject({ deprecated: true, summary: `Deprecated: use \`${successor}\`.` });
    expect(printed.parameters.map(({ name }) => name)).toEqual([
      ...[...path.matchAll(/\{(\w+)\}/g)].map(([, name]) => name),
      ...(method === 'GET' ? ['limit', Object.keys(renamed)[0]] : successor === 'unpublishStudy' ? ['scenarioId'] : []),
    ]);
  });
});

test('an alias without a successor is not mounted', async () => {
  const { getStudy: _gone, ...others } = standIns;
  const less = await startTestGateway({ operations: others, services: [standInService] });
  const { status, headers } = await less.send('GET', '/projects/prj_member/scenarios/study_1');
  await less.stop();
  expect([status, headers.get('deprecation')]).toEqual([404, null]);
  expect((printOpenapi(others) as { paths: object }).paths).not.toHaveProperty(
    '/projects/{projectId}/scenarios/{scenarioId}',
  );
});

test('an alias whose read is missing is not mounted', async () => {
  const { getClient: _gone, ...others } = standIns;
  const { paths } = printOpenapi(others) as { paths: Record<string, object> };
  expect([
    paths['/projects/{projectId}/hosts'],
    Object.keys(paths['/projects/{projectId}/hosts/{hostId}']!),
    paths['/projects/{projectId}/hosts/{hostId}/servers'],
  ]).toEqual([expect.anything(), ['delete'], undefined]);
});

test('a successor itself is not deprecated', async () => {
  const { status, headers } = await fixture.send('GET', '/projects/prj_member/studies/study_1');
  expect([status, headers.get('deprecation'), headers.get('link')]).toEqual([200, null, null]);
});

test.each<[string, string]>([
  ['a%20b', 'a%20b'],
  ['a%3E%3B%20rel%3Dx', 'a%3E%3B%20rel%3Dx'],
  ['a%2Fb', 'a%2Fb'],
  ['%zz', '%25zz'],
  ['%C3%A9', '%C3%A9'],
])('the id %s is escaped in the Link', async (written, linked) => {
  const { headers } = await fixture.send('GET', `/projects/prj_member/scenarios/${written}`);
  expect([headers.get('deprecation'), headers.get('link')]).toEqual([
    'true',
    `</api/v1/projects/prj_member/studies/${linked}>; rel="successor-version"`,
  ]);
});

test('HEAD is answered as GET is, without a body', async () => {
  const { status, headers, text } = await fixture.send('HEAD', '/projects/prj_member/user-testing/scenarios/study_1');
  expect([status, headers.get('deprecation'), text]).toEqual([200, 'true', '']);
});

test("another method at a former path is answered with the path's methods", async () => {
  const { status, headers, json } = await fixture.send('PUT', '/projects/prj_member/hosts/x', { body: {} });
  expect([status, headers.get('allow'), headers.get('deprecation')]).toEqual([404, 'GET, PATCH, DELETE', 'true']);
  expect(json().message).toBe('This path answers GET, PATCH, DELETE, not PUT.');
});
