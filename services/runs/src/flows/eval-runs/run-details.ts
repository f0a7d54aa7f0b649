import type { CaseDecision } from '@assay/contract/areas/analysis/decision';
import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import { trialStatistics, type VariantCounts } from '@assay/grading/statistics/trial-statistics';
import type { Db } from '@assay/kit/postgres/db';
import type { Run, RunDetails } from '../../domain/eval-runs/run.ts';
import { findCassetteOfRun } from '../../store/cassettes/cassettes.ts';
import { waitOfRun } from '../../domain/eval-runs/waiting-run.ts';
import { findRunnerWait } from '../../store/work/runners.ts';
import { countVariants } from '../../store/eval-runs/variants.ts';
import { insightsOf } from '../analysis/insights-of.ts';
import { waiverOf } from '../gates/waiver-of.ts';
import { judgesOf } from '../judges/judges-of.ts';

type Part = (db: Db, run: Run & RunDetails, k?: number) => Promise<Partial<EvalRun>>;

/** The parts of a run that only its single read shows. */
const parts: Part[] = [judgesOf, cassetteOf, insightsOf, statisticsOf, waiverOf, waitOf];

/** Reads the parts that a single run shows beyond its row; `k` is the one of pass@k and pass^k. */
export async function detailsOf(db: Db, run: Run & RunDetails, k?: number): Promise<Partial<EvalRun>> {
  return Object.assign({}, ...(await Promise.all(parts.map((part) => part(db, run, k))))) as Partial<EvalRun>;
}

/** The cassette of a recorded run, once it is stored. */
async function cassetteOf(db: Db, { id, spec: { cassette } }: Run): Promise<Pick<EvalRun, 'cassette'>> {
  if (cassette?.mode !== 'record') return {};
  const cassetteId = await findCassetteOfRun(db, id);
  return { cassette: { mode: cassette.mode, ...(cassetteId && { cassetteId }) } };
}

/** The reason why the run waits for its first runner. */
async function waitOf(db: Db, { id, status }: Run): Promise<Pick<EvalRun, 'waitingFor'>> {
  const wait = status === 'pending' ? await findRunnerWait(db, id) : undefined;
  const waitingFor = wait && waitOfRun(wait);
  return waitingFor ? { waitingFor } : {};
}

/** Statistics of the run's iterations, once one is finished. */
async function statisticsOf(
  db: Db,
  { id, finished, decision }: Run & RunDetails,
  k?: number,
): Promise<Pick<EvalRun, 'trialStatistics'>> {
  if (finished === 0) return {};
  const counted =
    decision && 'decision' in decision ? decision.decision.cases.map(countsOf) : await countVariants(db, id);
  return { trialStatistics: trialStatistics(counted, k) };
}

/** The counts of a case variant when the run was decided. */
const countsOf = ({
  caseId,
  executionVariant,
  eligibleTrials: eligible,
  passedTrials: passed,
}: CaseDecision): VariantCounts => ({
  caseId,
  model: executionVariant?.model ?? null,
  eligible,
  passed,
});
