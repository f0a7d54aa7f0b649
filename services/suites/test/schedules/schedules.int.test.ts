import { operations } from '@assay/contract/operations';
import { AuthoringService } from '@assay/mesh/gen/assay/v1/suites';
import {
  closeFixture,
  create,
  scheduleFixture,
  MINUTE,
  openFixture,
  patch,
  project,
  scheduleOf,
} from './schedule-fixture.ts';

beforeAll(openFixture);
afterAll(closeFixture);

describe('a preview of a schedule', () => {
  const preview = (suiteId: string, query: object, target = project) =>
    scheduleFixture.mesh.call(AuthoringService.previewSchedule, {
      ...target,
      suiteId,
      query: Buffer.from(JSON.stringify(query)),
    });

  test('tells the next times, as saved or with other settings, and stores nothing', async () => {
    const suiteId = await create();
    await patch(suiteId, { enabled: true, intervalMinutes: 60 });
    const saved = await scheduleOf(suiteId);
    const { preview: asSaved, environmentId } = await preview(suiteId, { ticks: 2 });
    expect(environmentId).toBe('');
    expect(JSON.parse(asSaved.toString())).toMatchObject({ ticks: [{ at: saved.nextDueAt }, {}], ticksPerMonth: 720 });
    const other = await preview(suiteId, { cron: '0 3 * * *' });
    expect(JSON.parse(other.preview.toString())).toMatchObject({ ticksPerMonth: 30 });
    expect(await scheduleOf(suiteId)).toEqual(saved);
  });

  test.each([
    ['without settings', {}, '/intervalMinutes'],
    ['with an interval that is too short', { intervalMinutes: 1 }, '/intervalMinutes'],
    ['with an expression that is none', { cron: 'often' }, '/cron'],
    ['with an environment that is not attached', { cron: '0 3 * * *', environmentId: 'env_1' }, '/environmentId'],
  ])('%s is refused with the field', async (_, query, path) => {
    await expect(preview(await create(), query)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    });
  });

  test('of a suite of another project, or of none, is not found', async () => {
    const query = { cron: '0 3 * * *' };
    await expect(preview('suite_nowhere', query)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(preview(await create(), query, { projectId: 'prj_2' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a schedule', () => {
  test('is off until it is set, and is shown with the suite', async () => {
    const suiteId = await create();
    expect(await scheduleOf(suiteId)).toEqual({ enabled: false });
    const before = Date.now();
    const set = await patch(suiteId, { enabled: true, intervalMinutes: 10 });
    expect(set).toEqual({
      enabled: true,
      intervalMinutes: 10,
      nextDueAt: expect.any(Number),
      consecutiveFailures: 0,
      createdBy: 'usr_1',
      words: 'every 10 minutes',
      rhythm: 'every 10 minutes',
    });
    expect(set.nextDueAt! - before).toBeGreaterThanOrEqual(10 * MINUTE);
    expect(set.nextDueAt! - Date.now()).toBeLessThanOrEqual(10 * MINUTE);
    expect(await scheduleOf(suiteId)).toEqual(set);
  });

  test('keeps its settings when it is switched off, and needs no others to be switched on', async () => {
    const suiteId = await create();
    await patch(suiteId, { enabled: true, cron: '0 9 * * MON-FRI', timeZone: 'Europe/Berlin' });
    const off = {
      enabled: false,
      cron: '0 9 * * MON-FRI',
      timeZone: 'Europe/Berlin',
      consecutiveFailures: 0,
      createdBy: 'usr_1',
      words: 'weekdays at 09:00, Europe/Berlin',
      rhythm: 'weekdays',
    };
    expect(await patch(suiteId, { enabled: false })).toEqual(off);
    expect(await scheduleOf(suiteId)).toEqual(off);
    expect(await patch(suiteId, { enabled: true })).toEqual({ ...off, enabled: true, nextDueAt: expect.any(Number) });
  });

  test('is an interval or an expression: the last one set', async () => {
    const suiteId = await create();
    await patch(suiteId, { enabled: true, intervalMinutes: 5 });
    const cron = await patch(suiteId, { enabled: true, cron: '0 9 * * *' });
    expect(cron).toMatchObject({ cron: '0 9 * * *', timeZone: 'UTC' });
    expect(cron).not.toHaveProperty('intervalMinutes');
    const interval = await patch(suiteId, { enabled: true, intervalMinutes: 10_080 });
    expect(interval).toMatchObject({ intervalMinutes: 10_080 });
    expect(interval).not.toHaveProperty('cron');
    expect(interval).not.toHaveProperty('timeZone');
  });

  test('that is set to its present value keeps its due time', async () => {
    const suiteId = await create();
    const { nextDueAt } = await patch(suiteId, { enabled: true, intervalMinutes: 30 });
    expect((await patch(suiteId, { enabled: true, intervalMinutes: 30 })).nextDueAt).toBe(nextDueAt);
    expect((await patch(suiteId, { enabled: true })).nextDueAt).toBe(nextDueAt);
  });

  test('that was never set can be switched off', async () =>
    expect(await patch(await create(), { enabled: false })).toEqual({ enabled: false }));

  test('of two concurrent changes, neither undoes the other', async () => {
    const suiteId = await create();
    await patch(suiteId, { enabled: true, intervalMinutes: 30 });
    await Promise.all([
      patch(suiteId, { enabled: true, cron: '0 9 * * *' }),
      ...Array.from({ length: 5 }, () => patch(suiteId, { enabled: true })),
    ]);
    expect(await scheduleOf(suiteId)).toMatchObject({ enabled: true, cron: '0 9 * * *' });
  });

  test('of a suite that a file owns may be set by any member', async () => {
    const suiteId = await create();
    await scheduleFixture.pool.query(`update suites set managed_by = 'ci', declared_id = 'file' where id = $1`, [
      suiteId,
    ]);
    expect(await patch(suiteId, { enabled: true, intervalMinutes: 5 })).toMatchObject({ enabled: true });
  });

  test('is deleted with its suite', async () => {
    const suiteId = await create();
    await patch(suiteId, { enabled: true, intervalMinutes: 5 });
    await scheduleFixture.pool.query('delete from suites where id = $1', [suiteId]);
    expect((await scheduleFixture.pool.query('select from schedules where suite_id = $1', [suiteId])).rowCount).toBe(0);
  });
});

describe('a change is refused with its field, and nothing is written', () => {
  let suiteId: string;
  beforeAll(async () => {
    suiteId = await create();
  });

  test.each([
    ['no word on whether it is on', { intervalMinutes: 5 }, '/enabled'],
    ['an unknown field', { enabled: true, intervalMinutes: 5, colour: 'red' }, '/colour'],
    ['an interval below 5 minutes', { enabled: true, intervalMinutes: 4 }, '/intervalMinutes'],
    ['an interval above a week', { enabled: true, intervalMinutes: 10_081 }, '/intervalMinutes'],
    ['half minutes', { enabled: true, intervalMinutes: 5.5 }, '/intervalMinutes'],
    ['nothing to go by', { enabled: true }, '/intervalMinutes'],
    ['an interval and an expression', { enabled: true, intervalMinutes: 5, cron: '0 9 * * *' }, '/cron'],
    ['six fields', { enabled: true, cron: '0 0 9 * * *' }, '/cron'],
    ['a nickname without a time', { enabled: true, cron: '@reboot' }, '/cron'],
    ['no expression at all', { enabled: true, cron: 'tomorrow, maybe' }, '/cron'],
    [
      'an expression of 101 characters',
      { enabled: true, cron: `0 9 * * ${Array.from({ length: 47 }, () => '1').join()}` },
      '/cron',
    ],
    ['an expression that is due too often', { enabled: true, cron: '*/4 * * * *' }, '/cron'],
    ['an expression that is never due', { enabled: true, cron: '0 0 31 2 *' }, '/cron'],
    ['an unknown time zone', { enabled: true, cron: '0 9 * * *', timeZone: 'Mars/Olympus' }, '/timeZone'],
    ['an offset in place of a time zone', { enabled: true, cron: '0 9 * * *', timeZone: '+02:00' }, '/timeZone'],
    ['a time zone for an interval', { enabled: true, intervalMinutes: 5, timeZone: 'UTC' }, '/timeZone'],
    ['an environment while it is switched off', { enabled: false, environmentId: 'env_1' }, '/environmentId'],
    [
      'an environment that is not attached',
      { enabled: true, intervalMinutes: 5, environmentId: 'env_1' },
      '/environmentId',
    ],
  ])('%s', async (_, change, path) => {
    await expect(patch(suiteId, change)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    });
    expect(await scheduleOf(suiteId)).toEqual({ enabled: false });
  });

  test('and a program can tell why the environment is', async () => {
    await expect(patch(suiteId, { enabled: true, intervalMinutes: 5, environmentId: 'env_1' })).rejects.toMatchObject({
      details: { reason: 'ENVIRONMENT_NOT_ATTACHED', environmentId: 'env_1', environmentIds: [] },
    });
  });

  test.each([
    ['a suite that is not there', 'suite_nope', project],
    ['a suite of another project', undefined, { projectId: 'prj_2' }],
  ])('%s has none', async (_, id, target) => {
    await expect(
      scheduleFixture.call(
        operations.updateEvalSuiteSchedule,
        { ...target, suiteId: id ?? suiteId },
        { enabled: true, intervalMinutes: 5 },
      ),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a suite that could run nothing is not switched on', () => {
  const lacking = async (sql: string) => {
    const suiteId = await create();
    await scheduleFixture.pool.query(sql, [suiteId]);
    return suiteId;
  };
  const NO_CASES = 'delete from cases where suite_id = $1';
  const NO_SERVERS = `update suites set body = jsonb_set(body::jsonb, '{serverIds}', '["srv_gone"]') where id = $1`;

  test.each([
    ['without a case', NO_CASES, ['a case']],
    ['without a server that is still saved', NO_SERVERS, ['a server that is still saved']],
    ['without either', `with gone as (${NO_CASES}) ${NO_SERVERS}`, ['a case', 'a server that is still saved']],
  ])('%s, and the missing part is named', async (_, sql, missing) => {
    const suiteId = await lacking(sql);
    await expect(patch(suiteId, { enabled: true, intervalMinutes: 5 })).rejects.toMatchObject({
      code: 'CONFLICT',
      message: expect.stringContaining(missing.join(' and ')),
      details: { missing },
    });
    expect(await scheduleOf(suiteId)).toEqual({ enabled: false });
  });

  test('but may be switched off', async () => {
    const suiteId = await create();
    await patch(suiteId, { enabled: true, intervalMinutes: 5 });
    await scheduleFixture.pool.query(NO_CASES, [suiteId]);
    expect(await patch(suiteId, { enabled: false })).toMatchObject({ enabled: false, intervalMinutes: 5 });
  });

  test('and one of several servers is enough', async () => {
    const suiteId = await lacking(
      `update suites set body = jsonb_set(body::jsonb, '{serverIds}', '["srv_gone", "srv_files"]') where id = $1`,
    );
    expect(await patch(suiteId, { enabled: true, intervalMinutes: 5 })).toMatchObject({ enabled: true });
  });
});

// The service's own ticker runs by the clock, so a schedule that is due in years is left to the test.
