import { operations } from '@assay/contract/operations';
import { bundleOfClient, bundleOfEnvironment } from '@assay/testkit/bundles-stand-in';
import { tickSchedules } from '../../src/actions/schedules/tick-schedules.ts';
import {
  closeFixture,
  create,
  dueAt,
  nextTickOf,
  openFixture,
  patch,
  project,
  scheduleFixture,
  scheduleOf,
  START,
} from './schedule-fixture.ts';

beforeAll(async () => {
  await openFixture();
  for (const id of ['env_a', 'env_b']) scheduleFixture.bundles.environments.set(id, bundleOfEnvironment(id, id));
  scheduleFixture.bundles.clients.push(
    bundleOfClient('client_desk', 'Desktop'),
    bundleOfClient('client_edit', 'Editor'),
  );
});
afterAll(closeFixture);

const attached = (...environmentIds: string[]) => create(project, { environmentIds });
const update = (suiteId: string, environmentIds: string[] | null) =>
  scheduleFixture.call(operations.updateEvalSuite, { ...project, suiteId, declaredSuiteId: '' }, { environmentIds });
const on = { enabled: true, intervalMinutes: 60 };
const pinRequired = (path: string, environmentIds: string[]) => ({
  code: 'VALIDATION_ERROR',
  details: { reason: 'SCHEDULE_ENVIRONMENT_PIN_REQUIRED', environmentIds, issues: [{ path }] },
});

test('a schedule of a suite with several environments has to name one, and its ticks do', async () => {
  const suiteId = await attached('env_a', 'env_b');
  await expect(patch(suiteId, on)).rejects.toMatchObject(pinRequired('/environmentId', ['env_a', 'env_b']));
  expect(await patch(suiteId, { ...on, environmentId: 'env_b' })).toMatchObject({ environmentId: 'env_b' });
  await dueAt(suiteId, START);
  await tickSchedules(scheduleFixture.pool, START, 100);
  expect(await nextTickOf(suiteId, 1)).toMatchObject({ environmentId: 'env_b' });
});

test('a schedule keeps its environment when it is switched off and on', async () => {
  const suiteId = await attached('env_a', 'env_b');
  await patch(suiteId, { ...on, environmentId: 'env_a' });
  expect(await patch(suiteId, { enabled: false })).toMatchObject({ enabled: false, environmentId: 'env_a' });
  expect(await patch(suiteId, { enabled: true })).toMatchObject({ enabled: true, environmentId: 'env_a' });
});

test('a schedule takes only an environment that is attached, and none while it is switched off', async () => {
  const suiteId = await attached('env_a');
  await expect(patch(suiteId, { ...on, environmentId: 'env_b' })).rejects.toMatchObject({
    details: { reason: 'ENVIRONMENT_NOT_ATTACHED', environmentId: 'env_b', environmentIds: ['env_a'] },
  });
  await expect(patch(suiteId, { enabled: false, environmentId: 'env_a' })).rejects.toMatchObject({
    details: { issues: [{ path: '/environmentId' }] },
  });
});

test('the environments of a suite do not change so that its schedule would have to choose', async () => {
  const suiteId = await attached('env_a');
  await patch(suiteId, on);
  await expect(update(suiteId, ['env_a', 'env_b'])).rejects.toMatchObject(
    pinRequired('/environmentIds', ['env_a', 'env_b']),
  );
  await patch(suiteId, { ...on, environmentId: 'env_a' });
  await update(suiteId, ['env_a', 'env_b']);
  await update(suiteId, ['env_b']);
  expect(await scheduleOf(suiteId)).toMatchObject({ enabled: true });
  expect(await scheduleOf(suiteId)).not.toHaveProperty('environmentId');
  await patch(suiteId, { enabled: false });
  expect((await update(suiteId, ['env_a', 'env_b'])).environmentIds).toEqual(['env_a', 'env_b']);
});

test('a suite with several clients is scheduled only with an environment', async () => {
  const hosts = ['Desktop', 'Editor'].map((host) => ({ host }));
  const required = (path: string) => ({
    code: 'VALIDATION_ERROR',
    details: { reason: 'HOST_REQUIRED', namedHostIds: ['client_desk', 'client_edit'], issues: [{ path }] },
  });
  const change = (suiteId: string, body: object) =>
    scheduleFixture.call(operations.updateEvalSuite, { ...project, suiteId, declaredSuiteId: '' }, body);
  const suiteId = await create(project, { hosts });
  await expect(patch(suiteId, on)).rejects.toMatchObject(required('/enabled'));
  await patch(suiteId, { enabled: false });
  await change(suiteId, { environmentIds: ['env_a'] });
  await patch(suiteId, on);
  await expect(change(suiteId, { environmentIds: null })).rejects.toMatchObject(required('/hosts'));
  await change(suiteId, { environmentIds: null, hosts: [{ host: 'Desktop' }] });
  await expect(change(suiteId, { hosts })).rejects.toMatchObject(required('/hosts'));
  expect(await scheduleOf(suiteId)).toMatchObject({ enabled: true });
});

test('a suite with an environment may be scheduled without a saved server', async () => {
  const suiteId = await attached('env_a');
  await scheduleFixture.pool.query(
    `update suites set body = jsonb_set(body::jsonb, '{serverIds}', '["srv_gone"]') where id = $1`,
    [suiteId],
  );
  expect(await patch(suiteId, on)).toMatchObject({ enabled: true });
});
