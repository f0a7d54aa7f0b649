import type { ValidityPolicy } from '@assay/contract/areas/analysis/decision';
import { decideCases } from '@assay/grading/decisions/decide-cases';
import { decideRun, describeExclusions } from '@assay/grading/decisions/decide-run';
import { decidesNothing, describeGradingGaps } from '@assay/grading/decisions/grading-gap';
import type { Tx } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { countExclusions } from '../../store/eval-runs/results.ts';
import type { RunEnd } from '../../store/eval-runs/run-life.ts';
import { listVariants } from '../../store/eval-runs/variants.ts';

/**
 * Decides a run whose iterations are all finished: per case if it is graded so, by its accuracy otherwise. A run in which
 * no case decides has no verdict.
 */
export async function decideRunEnd(tx: Tx, run: Run): Promise<RunEnd> {
  const { caseGrading } = run.spec;
  if (run.casesWithoutGrading && decidesNothing(run.casesWithoutGrading))
    return { status: 'completed', result: null, undecidedDetail: describeGradingGaps(run.casesWithoutGrading) };
  return caseGrading ? byCases(tx, run, caseGrading) : byAccuracy(tx, run);
}

async function byAccuracy(tx: Tx, run: Run): Promise<RunEnd> {
  const status = 'completed';
  const { verdict } = decideRun({ ...run, minimumAccuracy: run.spec.minimumAccuracy, status });
  if (verdict !== 'notEstablished') return { status, result: verdict };
  return { status, result: null, undecidedDetail: describeExclusions(run, await countExclusions(tx, run.id)) };
}

async function byCases(tx: Tx, run: Run, policy: ValidityPolicy): Promise<RunEnd> {
  const status = 'completed';
  const decision = decideCases(await listVariants(tx, run.id), policy);
  if ('integrityError' in decision)
    return { status, result: 'inconclusive', decided: { decision, passed: 0, failed: 0 } };
  const { verdict, cases } = decision.decision;
  const having = (wanted: string) => cases.filter((each) => each.verdict === wanted).length;
  return { status, result: verdict, decided: { decision, passed: having('passed'), failed: having('failed') } };
}
