import { RunFinished } from '@assay/mesh/events';
import { operations } from '@assay/contract/operations';
import { eventMessage } from '@assay/testkit/events/event-message';
import { waitUntil } from '@assay/testkit/until';
import { tickSchedules } from '../../src/actions/schedules/tick-schedules.ts';
import { runCounts } from '../support/past-run.ts';
import {
  closeFixture,
  create,
  dueAt,
  full,
  nextTickOf,
  openFixture,
  patch,
  project,
  refused,
  scheduleFixture,
  settled,
} from './schedule-fixture.ts';

beforeAll(openFixture);
afterAll(closeFixture);

const listed = async () => (await scheduleFixture.call(operations.listProjectSchedules, project, {})).items;
const HOUR = 60 * 60_000;

test('schedules tell the run and verdict of a tick, or why a tick started no run', async () => {
  const suiteId = await create(project, { name: 'nightly' });
  await patch(suiteId, { enabled: true, intervalMinutes: 60 });
  const first = new Date(Date.now() - 2 * HOUR);
  const tick = async (at: Date, count: number) => {
    await dueAt(suiteId, at);
    await tickSchedules(scheduleFixture.pool, at, 100);
    return (await nextTickOf(suiteId, count)).tickId;
  };
  const started = await tick(first, 1);
  const finished = eventMessage(RunFinished, {
    runId: 'run_1',
    projectId: project.projectId,
    suiteId,
    status: 'completed',
    passed: 1,
    failed: 1,
    summary: runCounts({ verdict: 'failed' }),
  });
  await scheduleFixture.bus.publish([settled(started, suiteId, full), finished]);
  await scheduleFixture.bus.publish([settled(`${started}.1`, suiteId, { runId: 'run_1' })]);
  const missed = await tick(new Date(first.getTime() + HOUR), 2);
  await scheduleFixture.bus.publish([settled(missed, suiteId, refused)]);
  const [found] = await waitUntil(async () => {
    const items = await listed();
    return items[0]?.ticks[1]?.reason !== undefined && items;
  });
  expect(found).toMatchObject({
    suiteId,
    suiteName: 'nightly',
    schedule: { enabled: true, intervalMinutes: 60 },
    ticks: [
      { dueAt: first.getTime(), runId: 'run_1', verdict: 'failed' },
      { dueAt: first.getTime() + HOUR, reason: expect.stringContaining('No such') },
    ],
  });
  expect(found!.ticks[0]).not.toHaveProperty('reason');
});
