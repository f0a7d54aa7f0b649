import type { RunRegraded } from '@assay/mesh/events';
import type { Tx } from '@assay/kit/postgres/db';
import { regradedHistory, type RunCounts } from '../domain/suites/run-history.ts';
import { updateTickVerdict } from '../store/schedules/schedule-ticks.ts';
import { claimHistory, replaceHistory } from '../store/suites/suites.ts';

/** Corrects the counts of a run that was graded again in the history of its suite. */
export async function correctRun(
  tx: Tx,
  { runId: id, projectId, suiteId, passedBefore, failedBefore, passed, failed, summary }: RunRegraded,
): Promise<void> {
  const history = await claimHistory(tx, projectId, suiteId);
  if (!history) return;
  const counts = summary as RunCounts;
  await replaceHistory(
    tx,
    suiteId,
    regradedHistory(history, {
      id,
      counts,
      before: { passed: passedBefore, failed: failedBefore },
      after: { passed, failed },
    }),
  );
  await updateTickVerdict(tx, suiteId, id, counts.verdict);
}
