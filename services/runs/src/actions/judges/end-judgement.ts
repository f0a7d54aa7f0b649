import type { Tx } from '@assay/kit/postgres/db';
import type { Judgement } from '../../domain/judges/judgement.ts';
import { settleJudgement } from '../../store/judges/judgements.ts';
import { findOpinionError } from '../../store/judges/opinions.ts';
import { applyJudgement } from './apply-judgement.ts';
import { decideRunEnd } from '../eval-runs/decide-run.ts';
import { concludeRun } from '../eval-runs/conclude-run.ts';
import { recountRun } from '../eval-runs/recount-run.ts';

/**
 * Ends a judgement whose opinions are all settled. A gating judgement changes the result of each iteration, an error of
 * the judge becomes an evaluator error of its iteration, and the run is decided by the new results.
 */
export async function endJudgement(tx: Tx, judgement: Judgement, errorCode?: string): Promise<void> {
  const { id, runId, gating, completed, errors, skipped } = judgement;
  const isWordless = errors > 0 && completed === errors + skipped;
  const failure = errorCode ?? (isWordless ? await findOpinionError(tx, id) : undefined);
  await settleJudgement(tx, id, failure === undefined ? 'completed' : 'failed', failure ?? null);
  if (!gating) return;
  await applyJudgement(tx, id);
  await concludeRun(tx, runId, await decideRunEnd(tx, await recountRun(tx, runId)));
}
