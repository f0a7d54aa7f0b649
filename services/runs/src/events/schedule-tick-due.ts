import { ScheduleTickDue, ScheduleTickSettled } from '@assay/contract/gen/assay/v1/events';
import { Problem } from '@assay/contract/problem';
import type { BusMessage } from '@assay/kit/bus/bus';
import { once } from '@assay/kit/events/inbox';
import { publish } from '@assay/kit/events/outbox';
import type { Deps } from '../deps.ts';
import { launch } from '../flows/eval-runs/launch.ts';
import { TICK_PATIENCE_MS } from '../domain/eval-runs/limits.ts';
import { findScheduledRunSince } from '../store/eval-runs/runs.ts';
import { RUNS } from '../domain/eval-runs/topics.ts';

type Outcome = Pick<ScheduleTickSettled, 'runId' | 'errorCode' | 'errorMessage'>;

/**
 * Starts the run of a tick and tells what came of it. The receipt is open while the run is launched, so that a second
 * delivery at the same time waits; after a crash in between, the tick's id finds the run that was made.
 */
export const onScheduleTickDue =
  (deps: Deps) =>
  async ({ id, value, time }: BusMessage): Promise<void> => {
    const tick = ScheduleTickDue.decode(value);
    await once(deps.pool, id, async (tx) => {
      const { tickId, projectId, suiteId } = tick;
      const outcome = await outcomeOf(deps, tick, Date.now() - time.getTime());
      const settled = ScheduleTickSettled.encode({
        tickId,
        projectId,
        suiteId,
        ...outcome,
      }).finish();
      // Keyed by suite: what became of its ticks is told in their order.
      await publish(tx, {
        topic: RUNS,
        key: suiteId,
        id: `${tickId}.settled`,
        type: 'assay.v1.ScheduleTickSettled',
        value: settled,
      });
    });
  };

async function outcomeOf(
  deps: Deps,
  { tickId, projectId, organizationId, suiteId, dueAtMs }: ScheduleTickDue,
  waitedMs: number,
): Promise<Outcome> {
  try {
    // Ticks that piled up while they could not be dealt with are made up for by one run.
    const runId =
      (await findScheduledRunSince(deps.pool, projectId, suiteId, new Date(dueAtMs))) ??
      (
        await launch(
          deps,
          {
            projectId,
            organizationId,
            idempotencyKey: tickId,
            source: 'schedule',
          },
          { suiteId },
        )
      ).run.id;
    return { runId, errorCode: '', errorMessage: '' };
  } catch (error) {
    if (!(error instanceof Problem)) throw error;
    // Marked as worth repeating, it is delivered again for as long as it takes.
    if (isAway(error) && waitedMs < TICK_PATIENCE_MS) throw new Problem(error.code, error.message, error.details, 1);
    return { runId: '', errorCode: error.code, errorMessage: error.message };
  }
}

/** Whether a part of the platform did not answer, as opposed to having refused; no MCP server is asked anything here. */
const isAway = ({ code, retryAfter }: Problem): boolean =>
  code === 'TIMEOUT' || (code === 'INTERNAL_ERROR' && retryAfter !== undefined);
