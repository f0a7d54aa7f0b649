import type { DecisionSummary } from '@assay/contract/areas/analysis/decision-summary';
import { given } from '@assay/contract/given';
import { caseChanges, rateChanges } from '@assay/grading/decisions/verdict-changes';
import type { Pool } from '@assay/kit/postgres/db';
import { countDecision, earlierTrialsOf } from '../../domain/analysis/decision-counts.ts';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';
import { missingTrials } from '../../domain/eval-runs/run-record.ts';
import { namedBaselineOf } from '../../domain/gates/named-baseline.ts';
import { findBaseline } from '../../store/analysis/baselines.ts';
import { countEarlierEnds, listCaseEnds } from '../../store/analysis/case-ends.ts';

/** Runs before a run whose excluded trials are counted. */
const EARLIER_RUNS = 12;

type Explained = Pick<DecisionSummary, 'steps' | 'leftOut' | 'earlierRuns' | 'verdictChanges' | 'missing'>;

/** The counts behind the verdict of a run, and the smallest changes that would turn it. */
export async function explainDecision(pool: Pool, run: Run & RunDetails): Promise<Explained> {
  const isPerCase = run.spec.caseGrading !== undefined;
  const isDecided = run.result === 'passed' || run.result === 'failed';
  const base = isDecided ? await findBaseline(pool, run, namedBaselineOf(run.spec)) : undefined;
  const [variants, earlier] = await Promise.all([
    listCaseEnds(pool, { id: run.id, isPerCase }, base?.id ?? null),
    countEarlierEnds(pool, run, EARLIER_RUNS),
  ]);
  const { steps, leftOut, cases } = countDecision(variants);
  const changes = isPerCase ? caseChanges(cases) : rateChanges(cases, run.spec.minimumAccuracy);
  return {
    steps,
    leftOut: leftOut.map((each) => ({ ...each, earlierTrials: earlierTrialsOf(each.reason, earlier.marks) })),
    earlierRuns: earlier.runs,
    verdictChanges: isDecided ? changes : [],
    ...given({ missing: missingTrials(run) }),
  };
}
