import type { EvalSuiteSchedule } from '@assay/contract/areas/schedules/documents';
import { ScheduleTickDue, ScheduleTickSettled } from '@assay/mesh/events';
import { operations } from '@assay/contract/operations';
import type { BusMessage } from '@assay/kit/bus/bus';
import { eventMessage } from '@assay/testkit/events/event-message';
import { waitUntil } from '@assay/testkit/until';
import { tickSchedules } from '../../src/actions/schedules/tick-schedules.ts';
import { draft, startTestSuites, type TestSuites } from '../support/start.ts';

/** The whole service of the test file that opened it, with a consumer of its ticks. */
export let scheduleFixture: TestSuites;
/** Every published tick, in order. */
const ticks: (ScheduleTickDue & { eventId: string; key: string })[] = [];
const collect = async ({ id: eventId, key, type, value }: BusMessage): Promise<void> => {
  if (type === ScheduleTickDue.type) ticks.push({ ...ScheduleTickDue.codec.decode(value), eventId, key });
};
export async function openFixture(): Promise<void> {
  scheduleFixture = await startTestSuites();
  await scheduleFixture.bus.subscribe({ group: 'test', topics: [ScheduleTickDue.topic], handle: collect });
}
export const closeFixture = (): Promise<void> => scheduleFixture.stop();

export const project = { projectId: 'prj_1' };
export const MINUTE = 60_000;
export const create = async (target = project, changes: object = {}) =>
  (await scheduleFixture.call(operations.createEvalSuite, target, draft(changes))).suiteId;
export const patch = async (suiteId: string, change: object): Promise<EvalSuiteSchedule> =>
  (await scheduleFixture.call(operations.updateEvalSuiteSchedule, { ...project, suiteId }, change)).schedule;
export const scheduleOf = async (suiteId: string): Promise<EvalSuiteSchedule> =>
  (await scheduleFixture.call(operations.getEvalSuite, { ...project, suiteId })).schedule;
export const ticksOf = (suiteId: string) => ticks.filter((tick) => tick.suiteId === suiteId);
/** The event of runs about the outcome of a tick. */
export const settled = (tickId: string, suiteId: string, outcome: Partial<ScheduleTickSettled>): BusMessage =>
  eventMessage(ScheduleTickSettled, { tickId, projectId: 'prj_1', suiteId, ...outcome });
export const full = { errorCode: 'RATE_LIMITED', errorMessage: 'The organization runs 2 evals already.' };
export const refused = { errorCode: 'VALIDATION_ERROR', errorMessage: 'No such\u0000server.' };
export const dueAt = (suiteId: string, time: Date) =>
  scheduleFixture.pool.query('update schedules set next_due_at = $2 where suite_id = $1', [suiteId, time]);

/** A time years ahead: schedules are due after it, so retries within a minute are left to the test as well. */
export const START = new Date('2047-01-01T00:00Z');
/** A suite whose schedule has just ticked; returns the published tick. */
export async function ticked(settings: object = {}): Promise<ScheduleTickDue> {
  const suiteId = await create();
  await patch(suiteId, { enabled: true, intervalMinutes: 60, ...settings });
  await dueAt(suiteId, START);
  await tickSchedules(scheduleFixture.pool, START, 100);
  return nextTickOf(suiteId, 1);
}
export const nextTickOf = async (suiteId: string, count: number): Promise<ScheduleTickDue> =>
  (await waitUntil(() => ticksOf(suiteId).length >= count && ticksOf(suiteId))).at(-1)!;
export const scheduleWhen = (suiteId: string, test: (schedule: EvalSuiteSchedule) => boolean) =>
  waitUntil(async () => {
    const found = await scheduleOf(suiteId);
    return test(found) && found;
  });
/**
 * Resolves when the service has consumed all events that were published before; it publishes a marker and waits for it.
 */
export async function drained(suiteId: string): Promise<void> {
  await scheduleFixture.bus.publish([settled(`marker-${suiteId}`, suiteId, { runId: 'run_marker' })]);
  await scheduleWhen(suiteId, ({ lastRunId }) => lastRunId === 'run_marker');
}
