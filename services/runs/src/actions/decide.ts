import { decideCases } from '@assay/grading/decide-cases';
import { decideRun } from '@assay/grading/decide-run';
import type { Tx } from '@assay/kit/db';
import type { Run } from '../domain/run.ts';
import type { Conclusion } from '../store/runs.ts';
import { listVariants } from '../store/variants.ts';

/** What a run whose every trial is in comes to: case by case where it is graded so, by its accuracy otherwise. */
export async function decide(tx: Tx, run: Run): Promise<Conclusion> {
  const status = 'completed';
  if (!run.caseGrading) {
    const { verdict } = decideRun({ ...run, status });
    return { status, result: verdict === 'notEstablished' ? null : verdict };
  }
  const decision = decideCases(await listVariants(tx, run.id), run.caseGrading);
  if ('integrityError' in decision) return { status, result: 'inconclusive', decided: { decision, passed: 0, failed: 0 } };
  const { verdict, cases } = decision.decision;
  const having = (wanted: string) => cases.filter((each) => each.verdict === wanted).length;
  return { status, result: verdict, decided: { decision, passed: having('passed'), failed: having('failed') } };
}
