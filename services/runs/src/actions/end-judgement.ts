import type { Tx } from '@assay/kit/db';
import type { Judgement } from '../domain/judgement.ts';
import { settleJudgement } from '../store/judgements.ts';
import { findOpinionError } from '../store/opinions.ts';
import { applyJudgement } from './apply-judgement.ts';
import { decide } from './decide.ts';
import { concludeRun } from './conclude-run.ts';
import { recount } from './recount.ts';

/**
 * Ends a judgement whose opinions are all in, or given up. Where it has a say, each trial's result is its grade and the judge's
 * word together, a judge's error is an evaluator error of that trial, and the run is decided by that.
 */
export async function endJudgement(tx: Tx, judgement: Judgement, errorCode?: string): Promise<void> {
  const { id, runId, gating, completed, errors, skipped } = judgement;
  const isWordless = errors > 0 && completed === errors + skipped;
  const failure = errorCode ?? (isWordless ? await findOpinionError(tx, id) : undefined);
  await settleJudgement(tx, id, failure === undefined ? 'completed' : 'failed', failure ?? null);
  if (!gating) return;
  await applyJudgement(tx, id);
  await concludeRun(tx, runId, await decide(tx, await recount(tx, runId)));
}
