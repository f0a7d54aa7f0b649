import type { RunRegraded } from '@assay/contract/events';
import type { Tx } from '@assay/kit/postgres/db';
import { regraded } from '../domain/suites/run-history.ts';
import { claimHistory, replaceHistory } from '../store/suites/suites.ts';

/** Corrects what the history of a suite says of a run that was graded anew. */
export async function correctRun(
  tx: Tx,
  { runId: id, projectId, suiteId, passedBefore, failedBefore, passed, failed }: RunRegraded,
): Promise<void> {
  const history = await claimHistory(tx, projectId, suiteId);
  if (history)
    await replaceHistory(
      tx,
      suiteId,
      regraded(history, { id, before: { passed: passedBefore, failed: failedBefore }, after: { passed, failed } }),
    );
}
