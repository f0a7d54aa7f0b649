import { DirectoryService } from '@assay/mesh/gen/assay/v1/catalog';
import { FeaturesService } from '@assay/mesh/gen/assay/v1/features';
import { operations } from '@assay/contract/operations';
import { auditedChanges } from '@assay/testkit/audit/audited-changes';
import { storedKey } from '../../src/domain/api-keys/stored-key.ts';
import { startTestCatalog, testCeilings, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
beforeAll(async () => {
  fixture = await startTestCatalog({
    ceilings: { ...testCeilings, requestsPerMinute: 600, requestBurst: 50, concurrentRuns: 20, runMinutes: 60 },
  });
});
afterAll(() => fixture.stop());
beforeEach(() => fixture.pool.query('delete from organization_settings; delete from outbox'));

const organization = () => ({ organizationId: fixture.organizationId });
const read = (caller = fixture.ada) => fixture.call(operations.getOrganizationSettings, organization(), {}, caller);
const change = (patch: object, caller = fixture.adaInPerson) =>
  fixture.call(operations.updateOrganizationSettings, organization(), patch, caller);
const epoch = async () => (await fixture.pool.query('select epoch::int from access_epoch')).rows[0].epoch as number;

test("the installation's settings apply until the organization sets its own", async () => {
  const settings = await read();
  expect(settings).toMatchObject({
    features: { swarms: { value: true, isDefault: true }, userTesting: { value: true, isDefault: true } },
    limits: {
      requestsPerMinute: { value: 60, isDefault: true },
      requestBurst: { value: 10, isDefault: true },
      concurrentRuns: { value: 2, isDefault: true },
      runMinutes: { value: 20, isDefault: true },
      queueMinutes: { value: 1_440, isDefault: true },
      repetitions: { value: 100, isDefault: true },
    },
    retention: { runsDays: { value: null, isDefault: true }, auditDays: { value: null, isDefault: true } },
  });
  expect(settings.limits.brakes.launches.perMinute).toEqual({ value: expect.any(Number), isDefault: true });
  expect(settings).not.toHaveProperty('updatedAt');
});

test('the service of the studies is told the features that are on', async () => {
  const listed = async (organizationId: string) =>
    (
      await fixture.mesh.call(
        FeaturesService.listFeatures,
        { organizationId },
        { caller: { requestId: 'r', service: 'environments' } },
      )
    ).features;
  expect(await listed(fixture.organizationId)).toContain('userTesting');
  await change({ features: { userTesting: false } });
  expect(await listed(fixture.organizationId)).not.toContain('userTesting');
  expect(await listed('org_none')).toEqual([]);
  await expect(fixture.mesh.call(FeaturesService.listFeatures, organization())).rejects.toMatchObject({
    code: 'FORBIDDEN',
  });
});

test('a setting stays until it is reset', async () => {
  const set = await change({
    features: { swarms: false },
    limits: { requestsPerMinute: 600, brakes: { launches: { perDay: 3 } } },
    retention: { runsDays: 30 },
  });
  expect(set).toMatchObject({
    features: { swarms: { value: false, isDefault: false }, userTesting: { isDefault: true } },
    retention: { runsDays: { value: 30, isDefault: false } },
    limits: {
      requestsPerMinute: { value: 600, isDefault: false },
      brakes: { launches: { perMinute: { isDefault: true }, perDay: { value: 3, isDefault: false } } },
    },
    updatedAt: expect.any(Number),
  });
  expect(await read()).toEqual(set);
  const back = await change({
    features: { swarms: null },
    limits: { requestsPerMinute: null, brakes: { launches: { perDay: null } } },
    retention: { runsDays: null },
  });
  const {
    rows: [row],
  } = await fixture.pool.query('select features, requests_per_minute, retention from organization_settings');
  expect([back.features.swarms, back.limits.requestsPerMinute, row]).toEqual([
    { value: true, isDefault: true },
    { value: 60, isDefault: true },
    { features: {}, requests_per_minute: null, retention: {} },
  ]);
});

test('concurrent changes of different fields all apply', async () => {
  await Promise.all([
    change({ features: { swarms: false } }),
    change({ features: { userTesting: false } }),
    change({ limits: { concurrentRuns: 5 } }),
    change({ limits: { brakes: { launches: { perMinute: 1 } } } }),
    change({ limits: { brakes: { launches: { perDay: 2 } } } }),
    change({ retention: { auditDays: 90 } }),
  ]);
  expect(await read()).toMatchObject({
    features: { swarms: { value: false }, userTesting: { value: false } },
    retention: { auditDays: { value: 90 } },
    limits: { concurrentRuns: { value: 5 }, brakes: { launches: { perMinute: { value: 1 }, perDay: { value: 2 } } } },
  });
});

test.each<[string, object, string]>([
  ['nothing at all', {}, ''],
  ['an unknown key', { plan: 'gold' }, '/plan'],
  ['an unknown feature', { features: { sandboxes: true } }, '/features/sandboxes'],
  ['a word for a switch', { features: { swarms: 'off' } }, '/features/swarms'],
  ['no requests at all', { limits: { requestsPerMinute: 0 } }, '/limits/requestsPerMinute'],
  ['half a request', { limits: { requestBurst: 1.5 } }, '/limits/requestBurst'],
  ['more requests than the operator allows', { limits: { requestsPerMinute: 601 } }, '/limits/requestsPerMinute'],
  ["a burst beyond the operator's", { limits: { requestBurst: 51 } }, '/limits/requestBurst'],
  [
    'more runs than the operator allows',
    { features: { swarms: false }, limits: { concurrentRuns: 21 } },
    '/limits/concurrentRuns',
  ],
  ['more than the operator allows', { limits: { concurrentRuns: 1_001 } }, '/limits/concurrentRuns'],
  ['a longer run than the operator allows', { limits: { runMinutes: 61 } }, '/limits/runMinutes'],
  ['no time in the queue', { limits: { queueMinutes: 0 } }, '/limits/queueMinutes'],
  ['more repetitions than a case can have', { limits: { repetitions: 101 } }, '/limits/repetitions'],
  ['an unknown brake', { limits: { brakes: { sleeping: { perDay: 1 } } } }, '/limits/brakes/sleeping'],
  [
    'a brake a hundred times as high and one more',
    { limits: { brakes: { launches: { perDay: 500_001 } } } },
    '/limits/brakes/launches/perDay',
  ],
  ['no days', { retention: { runsDays: 0 } }, '/retention/runsDays'],
  ['days beyond all bounds', { retention: { auditDays: 3_651 } }, '/retention/auditDays'],
  ['too short a retention of the audit log', { retention: { auditDays: 29 } }, '/retention/auditDays'],
])('settings with %s are refused, and nothing changes', async (_, patch, path) => {
  await expect(change(patch)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
  expect(await read()).not.toHaveProperty('updatedAt');
});

test('every member reads the settings, and only owners change them, in person', async () => {
  for (const organizationRole of ['viewer', 'member', 'admin'] as const) {
    expect(await read({ ...fixture.ada, organizationRole })).toHaveProperty('features');
    await expect(
      change({ features: { swarms: false } }, { ...fixture.adaInPerson, organizationRole }),
    ).rejects.toMatchObject({ code: 'FORBIDDEN' });
  }
  await expect(read({ ...fixture.ada, organizationId: 'org_other' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(
    change({ features: { swarms: false } }, { ...fixture.adaInPerson, organizationId: 'org_other' }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  await expect(change({ features: { swarms: false } }, fixture.ada)).rejects.toMatchObject({
    code: 'FORBIDDEN',
    message: 'An API key cannot do this; sign in.',
  });
});

test('a change is audited with its former value, and moves the access version', async () => {
  const before = await epoch();
  await change({ features: { swarms: false } });
  expect(await epoch()).toBe(before + 1);
  expect((await auditedChanges(fixture.pool))[0]).toMatchObject({
    before: { features: { swarms: { value: true } } },
    after: { features: { swarms: { value: false } } },
  });
});

test("a launch is told the organization's limits of runs", async () => {
  const limits = () =>
    fixture.mesh.call(
      DirectoryService.prepareLaunch,
      { ...organization(), projectId: fixture.projectId, serverIds: [] },
      { caller: fixture.ada },
    );
  const defaults = { maxConcurrentRuns: 2, runMinutes: 20, queueMinutes: 1_440, maxRepetitions: 100 };
  expect(await limits()).toMatchObject(defaults);
  await change({ limits: { concurrentRuns: 7, runMinutes: 60, queueMinutes: 5, repetitions: 3 } });
  expect(await limits()).toMatchObject({
    maxConcurrentRuns: 7,
    runMinutes: 60,
    queueMinutes: 5,
    maxRepetitions: 3,
  });
  await change({ limits: { concurrentRuns: null, runMinutes: null, queueMinutes: null, repetitions: null } });
  expect(await limits()).toMatchObject(defaults);
});

test('a setting above a lowered ceiling is bounded for keys, launches and readers', async () => {
  await fixture.pool.query(
    'insert into organization_settings (organization_id, requests_per_minute, request_burst, concurrent_runs) values ($1, 6000, 500, 100)',
    [fixture.organizationId],
  );
  expect(
    await fixture.mesh.call(DirectoryService.authenticate, { keyHash: storedKey(fixture.apiKey).hash }),
  ).toMatchObject({ requestsPerMinute: 600, requestBurst: 50 });
  expect(
    await fixture.mesh.call(
      DirectoryService.prepareLaunch,
      { ...organization(), projectId: fixture.projectId, serverIds: [] },
      { caller: fixture.ada },
    ),
  ).toMatchObject({ maxConcurrentRuns: 20 });
  expect((await read()).limits).toMatchObject({
    requestsPerMinute: { value: 600, isDefault: false },
    requestBurst: { value: 50 },
    concurrentRuns: { value: 20 },
  });
});

describe('the capabilities in a project', () => {
  const ask = (caller = fixture.ada) =>
    fixture.call(operations.getProjectCapabilities, { projectId: fixture.projectId }, {}, caller);

  test('come with the roles, the features and the limits that decide them', async () => {
    await change({ limits: { requestBurst: 7, brakes: { launches: { perDay: 9 } } } });
    const { can, ...rest } = await ask({ ...fixture.ada, organizationRole: 'member', features: ['swarms'] });
    expect(rest).toEqual({
      projectId: fixture.projectId,
      organizationId: fixture.organizationId,
      role: 'member',
      projectRole: 'owner',
      surface: 'self-hosted',
      features: {
        sandboxes: { enabled: false, mode: 'off', enforced: false },
        swarms: { enabled: true },
        userTesting: { enabled: false },
      },
      plan: {
        name: 'self-hosted',
        features: { swarms: true, userTesting: false },
        limits: expect.objectContaining({
          requestsPerMinute: 60,
          requestBurst: 7,
          concurrentRuns: 2,
          brakes: expect.objectContaining({ launches: { perMinute: expect.any(Number), perDay: 9 } }),
        }),
      },
    });
    expect(Object.keys(can)).toEqual([
      'readSwarms',
      'writeSwarms',
      'launchJourneyRun',
      'cancelJourneyRun',
      'readUserTesting',
      'publishUserTestingScenario',
      'unpublishUserTestingScenario',
      'changeUserTestingExposure',
      'manageUserTestingGuestExecution',
      'requestInsights',
      'readEvals',
      'writeEvalSuites',
      'launchEvalRun',
      'deleteAnyEvalSuite',
      'deleteAnyEvalRun',
      'exportEvalTraces',
    ]);
    expect(can).toMatchObject({
      writeSwarms: true,
      launchEvalRun: true,
      publishUserTestingScenario: false,
      unpublishUserTestingScenario: true,
    });
  });

  test('are few for a viewer, and a 404 in a foreign project', async () => {
    expect((await ask({ ...fixture.ada, organizationRole: 'viewer', role: 'viewer' })).can).toMatchObject({
      readEvals: true,
      launchEvalRun: false,
      writeEvalSuites: false,
    });
    await expect(ask({ ...fixture.ada, projectId: 'prj_other' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});
