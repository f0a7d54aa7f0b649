import type { ScheduleTickDue, ScheduleTickSettled } from '@assay/mesh/events';
import { Problem } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';
import { MAX_TICK_WAIT_MS } from '../../domain/run-limits/limits.ts';
import { findScheduledRunSince } from '../../store/eval-runs/runs.ts';
import { launchRequested } from './launch.ts';

export type TickOutcome = Pick<ScheduleTickSettled, 'runId' | 'errorCode' | 'errorMessage'>;

/**
 * Launches the run of a tick with the tick's id as idempotency key: when repeated after a crash, it finds the run of
 * the first try. One run answers every tick that was due before it was made.
 * @throws a Problem with `retryAfter` while another service does not answer and the tick has not waited long.
 */
export async function launchScheduledRun(
  deps: Deps,
  { tickId, projectId, organizationId, suiteId, environmentId, dueAtMs }: ScheduleTickDue,
  waitedMs: number,
): Promise<TickOutcome> {
  try {
    const runId = await findScheduledRunSince(deps.pool, projectId, suiteId, new Date(dueAtMs));
    if (runId) return started(runId);
    const launcher = { projectId, organizationId, idempotencyKey: tickId, source: 'schedule' as const };
    const body = { suiteId, ...(environmentId && { environmentId }) };
    return started((await launchRequested(deps, { launcher, body })).run.id);
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    if (isAway(error) && waitedMs < MAX_TICK_WAIT_MS) throw new Problem(error.code, error.message, error.details, 1);
    return { runId: '', errorCode: error.code, errorMessage: error.message };
  }
}

const started = (runId: string): TickOutcome => ({ runId, errorCode: '', errorMessage: '' });

/** Whether another service did not answer, in contrast to a refusal. A scheduled launch asks no MCP server. */
const isAway = ({ code }: Problem): boolean => code === 'TIMEOUT' || code === 'UNAVAILABLE';
