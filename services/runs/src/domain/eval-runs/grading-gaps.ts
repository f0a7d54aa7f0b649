import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { CasesWithoutGrading } from '@assay/contract/areas/eval-runs/cases-without-grading';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import { describeGradingGaps, findGradingGaps, type FoundGaps } from '@assay/grading/decisions/grading-gap';
import { isJudged } from '../judges/judgement.ts';

/** Whether the judge of a run is set to decide. Its agreement with people, which it needs, is known at the run's end. */
export const isGatingJudge = (judge: RunSpec['judge']): boolean =>
  judge?.enabled === true && judge.autoRun && judge.model !== null && judge.role === 'gating';

/** The cases that nothing decides, if the judge decides as it is set to. */
export const gapsOf = (
  cases: readonly FrozenCase[],
  checks: readonly EvalAssertion[],
  judge: RunSpec['judge'],
): ReturnType<typeof findGradingGaps> =>
  findGradingGaps(new Map(cases.entries()), checks, (each) => isGatingJudge(judge) && isJudged(each));

/** The cases that nothing decides, as replies show them. */
export const gapsRecord = (found: FoundGaps | null): { casesWithoutGrading?: CasesWithoutGrading } =>
  found ? { casesWithoutGrading: { ...found, message: describeGradingGaps(found) } } : {};
