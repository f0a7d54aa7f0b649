import { isDeepStrictEqual } from 'node:util';
import type { EvalSuiteSchedule, UpdateEvalSuiteSchedule } from '@assay/contract/areas/schedules/documents';
import type { Fault } from '@assay/contract/fault';
import { given } from '@assay/contract/given';
import type { SuiteTargets } from '../suites/suite-targets.ts';
import { pinAfter } from './environment-pin.ts';
import { describeTiming } from './schedule-words.ts';
import { cronFault, nextDue, timeZoneFault, type ScheduleTiming } from './schedule-timing.ts';

/** A schedule as it is stored; it is on while it has a next due time. */
export interface Schedule {
  timing: ScheduleTiming;
  nextDueAt: Date | null;
  lastDueAt: Date | null;
  lastRunId: string | null;
  consecutiveFailures: number;
  statusReason: string | null;
  createdBy: string | null;
  /** The environment that its runs use; null leaves it to the suite. */
  environmentId: string | null;
  /** It is switched off after this many failures in a row; null for never. */
  pauseAfter: number | null;
}

/** The first rule that a change of a schedule breaks, given the timing before. */
export function scheduleFault(before: ScheduleTiming | undefined, change: UpdateEvalSuiteSchedule): Fault | undefined {
  const { enabled, intervalMinutes, cron, timeZone } = change;
  if (cron !== undefined && intervalMinutes !== undefined)
    return { path: '/cron', message: 'cannot be combined with intervalMinutes' };
  const timing = timingAfter(before, change);
  if (timeZone !== undefined && !(timing && 'cron' in timing))
    return { path: '/timeZone', message: 'has an effect only with cron' };
  if (enabled && !timing)
    return { path: '/intervalMinutes', message: 'or cron is required to switch the schedule on for the first time' };
  if (!timing || !('cron' in timing) || (!enabled && timing === before)) return undefined;
  return cronFault(timing.cron) ?? timeZoneFault(timing.timeZone);
}

/** The timing after a change; undefined when none is set. */
export function timingAfter(
  before: ScheduleTiming | undefined,
  { intervalMinutes, cron, timeZone }: UpdateEvalSuiteSchedule,
): ScheduleTiming | undefined {
  if (intervalMinutes !== undefined) return { intervalMinutes };
  const set = before && 'cron' in before ? before : undefined;
  if (cron !== undefined) return { cron, timeZone: timeZone ?? set?.timeZone ?? 'UTC' };
  return set && timeZone !== undefined ? { ...set, timeZone } : before;
}

/**
 * A schedule after a change, which starts it anew; undefined when the change has no effect.
 * @throws VALIDATION_ERROR for an environment that its suite is not attached to.
 */
export function scheduleAfter(
  before: Schedule | undefined,
  change: UpdateEvalSuiteSchedule,
  targets: SuiteTargets,
  now: Date,
): Pick<Schedule, 'timing' | 'nextDueAt' | 'environmentId' | 'pauseAfter'> | undefined {
  const environmentId = pinAfter(before, change, targets);
  const timing = timingAfter(before?.timing, change);
  if (!timing) return undefined;
  const pauseAfter = change.pauseAfterFailures === undefined ? (before?.pauseAfter ?? null) : change.pauseAfterFailures;
  const wasEnabled = before !== undefined && before.nextDueAt !== null;
  const isSame =
    wasEnabled === change.enabled &&
    environmentId === (before?.environmentId ?? null) &&
    pauseAfter === (before?.pauseAfter ?? null) &&
    isDeepStrictEqual(before?.timing, timing);
  if (isSame) return undefined;
  return { timing, nextDueAt: change.enabled ? (nextDue(timing, now) ?? null) : null, environmentId, pauseAfter };
}

const MAX_REASON = 500;

/** The stored reason of a failed tick: the message may quote authors, a NUL included. */
export const failureReason = (code: string, message: string): string =>
  `${code}: ${message}`.replaceAll('\u0000', '\ufffd').slice(0, MAX_REASON);

/** The stored reason of a tick that will be retried. */
export const waitingReason = (reason: string): string => `Waits for its turn, tried again every minute. ${reason}`;

/** A schedule as its suite shows it, with its words. */
export const describedSchedule = (schedule: Schedule | undefined): EvalSuiteSchedule => ({
  ...toSchedule(schedule),
  ...(schedule && describeTiming(schedule.timing)),
});

/** The settings and the state of a schedule. */
export function toSchedule(schedule: Schedule | undefined): EvalSuiteSchedule {
  if (!schedule) return { enabled: false };
  const {
    timing,
    nextDueAt,
    lastDueAt,
    lastRunId,
    consecutiveFailures,
    statusReason,
    createdBy,
    environmentId,
    pauseAfter,
  } = schedule;
  return {
    enabled: nextDueAt !== null,
    ...timing,
    ...given({
      environmentId: environmentId ?? undefined,
      pauseAfterFailures: pauseAfter ?? undefined,
      nextDueAt: nextDueAt?.getTime(),
      lastDueAt: lastDueAt?.getTime(),
      lastRunId: lastRunId ?? undefined,
    }),
    consecutiveFailures,
    ...given({ statusReason: statusReason ?? undefined, createdBy: createdBy ?? undefined }),
  };
}
