import type { UpdateEvalSuiteSchedule } from '@assay/contract/areas/schedules/documents';
import { faultProblem } from '@assay/contract/fault';
import { reasons, type Problem } from '@assay/contract/problem';
import { assertEnvironmentAttached, type SuiteTargets } from '../suites/suite-targets.ts';

/** The part of a schedule that says whether it is on, and with which environment. */
interface PinnedSchedule {
  nextDueAt: Date | null;
  environmentId: string | null;
}

/**
 * The environment that the runs of a schedule use after a change; null leaves it to the suite. A schedule that is
 * switched off keeps its pin.
 * @throws VALIDATION_ERROR for an environment that is not attached, when one of several has to be named, or when several
 * clients are attached and no environment.
 */
export function pinAfter(
  before: PinnedSchedule | undefined,
  { enabled, environmentId }: UpdateEvalSuiteSchedule,
  targets: SuiteTargets,
): string | null {
  const pinned = before?.environmentId ?? null;
  if (enabled) assertOneClient('/enabled', targets);
  if (environmentId === undefined) {
    if (enabled && pinned === null && isAmbiguous(targets.environmentIds ?? []))
      throw pinRequired('/environmentId', targets.environmentIds!);
    return pinned;
  }
  if (!enabled)
    throw faultProblem({ path: '/environmentId', message: 'cannot be given when the schedule is switched off' });
  assertEnvironmentAttached(targets, environmentId);
  return environmentId;
}

/** @throws VALIDATION_ERROR when a schedule that is on would have to choose among these environments. */
export function assertStillPinned(schedule: PinnedSchedule | undefined, environmentIds: string[]): void {
  if (!schedule?.nextDueAt || !isAmbiguous(environmentIds)) return;
  if (schedule.environmentId === null || !environmentIds.includes(schedule.environmentId))
    throw pinRequired('/environmentIds', environmentIds);
}

/** @throws VALIDATION_ERROR when a schedule that is on would have to choose among several clients: it cannot name one. */
export function assertOneClient(path: string, { environmentIds = [], hosts = [] }: SuiteTargets): void {
  if (environmentIds.length > 0 || hosts.length <= 1) return;
  throw faultProblem(
    { path, message: 'goes with one client or with environments, as a schedule cannot name one of several clients' },
    { reason: reasons.HOST_REQUIRED, namedHostIds: hosts.map(({ id }) => id) },
  );
}

const isAmbiguous = ({ length }: string[]): boolean => length > 1;

const pinRequired = (path: string, environmentIds: string[]): Problem =>
  faultProblem(
    { path, message: 'need a schedule that names one of them: set `environmentId` of the schedule, or switch it off' },
    { reason: reasons.SCHEDULE_ENVIRONMENT_PIN_REQUIRED, environmentIds },
  );
