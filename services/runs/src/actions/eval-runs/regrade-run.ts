import type { EvalRunRegraded, RegradeCounts } from '@assay/contract/areas/eval-runs/regrade';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { Transcript } from '@assay/contract/areas/transcripts/documents';
import { given } from '@assay/contract/given';
import { RunRegraded } from '@assay/mesh/events';
import { haveSameActions, rebasedTranscript } from '@assay/grading/judging/rebased-transcript';
import { deleteInsights } from '@assay/findings/insights/stored-insights';
import { findGradingGaps } from '@assay/grading/decisions/grading-gap';
import { layerMatchOptions } from '@assay/grading/matching/match-options';
import { trialStatistics } from '@assay/grading/statistics/trial-statistics';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { dropWork } from '@assay/work/queue/work-queue';
import { publish } from '@assay/kit/events/outbox';
import { Semaphore } from '@assay/kit/concurrency/semaphore';
import { unzipJson } from '@assay/transcripts/gzip';
import { gradedBy, type GradingStandards } from '../../domain/iterations/graded-by.ts';
import { maskedStandard } from '../../domain/iterations/masked-standard.ts';
import { gradedTrial } from '../../domain/iterations/graded-trial.ts';
import { isJudged } from '../../domain/judges/judgement.ts';
import { windowOfRun, type Run, type RunDetails } from '../../domain/eval-runs/run.ts';
import { runSummary } from '../../domain/eval-runs/run-record.ts';
import { findFrozenRun, type FrozenRun } from '../../store/eval-runs/frozen-runs.ts';
import { noteGradedBy, noteGradingGaps } from '../../store/eval-runs/cases.ts';
import { findGatingJudgement } from '../../store/judges/judgements.ts';
import {
  claimRegrade,
  deleteGateReports,
  insertRegrade,
  restateRun,
  rewriteGrades,
  type RegradedIteration,
} from '../../store/eval-runs/regrades.ts';
import { listReplays, type StoredReplay } from '../../store/iterations/replays.ts';
import { listTrialResults, type TrialResult } from '../../store/eval-runs/results.ts';
import { areTracesGone } from '../../store/eval-runs/old-runs.ts';
import { findRun, lockRuns } from '../../store/eval-runs/runs.ts';
import { countFlakyCases, listVariantCounts } from '../../store/eval-runs/variants.ts';
import { applyJudgement } from '../judges/apply-judgement.ts';
import { decideRunEnd } from './decide-run.ts';
import { recountRun } from './recount-run.ts';

/** Iterations that are read at a time. */
const BATCH = 20;
const MAX_NAMED = 200;

/** A regrade holds a connection for as long as it takes, so at most two run in one process. */
const turns = new Semaphore(2);

/** The current cases of a suite, by id, and its checks: they replace the frozen ones for a regrade. */
export interface PresentSuite {
  cases: FrozenCase[];
  checks: EvalAssertion[];
}

/** The user who regrades, and the assertions to apply; the run's own when none are given. */
export interface RegradeRequest {
  userId: string | undefined;
  present: PresentSuite | undefined;
}

type Result = Omit<EvalRunRegraded, 'run'>;

/**
 * Grades every recorded iteration of a completed run again and decides the run by the new grades, in one transaction. A
 * gating judgement stays in force. 'busy' while another regrade runs; 'untraced' when the transcripts were deleted;
 * undefined when there is no such run, or it did not complete.
 */
export const regradeRun = (
  pool: Pool,
  target: { projectId: string; runId: string },
  order: RegradeRequest,
): Promise<Result | 'busy' | 'untraced' | undefined> =>
  turns.run(() =>
    transaction(pool, async (tx) => ((await claimRegrade(tx, target.runId)) ? regradeIn(tx, target, order) : 'busy')),
  );

async function regradeIn(
  tx: Tx,
  { projectId, runId }: { projectId: string; runId: string },
  { userId, present }: RegradeRequest,
): Promise<Result | 'untraced' | undefined> {
  await lockRuns(tx, [runId]);
  const run = await findRun(tx, projectId, runId);
  if (run?.status !== 'completed') return undefined;
  if (await areTracesGone(tx, runId)) return 'untraced';
  const frozen = (await findFrozenRun(tx, runId))!;
  const own: GradingStandards = { cases: frozen.cases, checks: frozen.spec.checks };
  const standards = present ? standardsOf(own, present, run.spec.matchOptions) : own;
  const earlier = await listTrialResults(tx, runId);
  await gradeAnew(tx, runId, frozen, standards);
  await noteGradedBy(tx, runId, gradedBy(own, standards));
  const judgement = await findGatingJudgement(tx, runId);
  if (judgement) await applyJudgement(tx, judgement.id);
  const isJudgedHere = (each: FrozenCase) => judgement !== undefined && isJudged(each);
  await noteGradingGaps(tx, runId, findGradingGaps(standards.cases, standards.checks, isJudgedHere));
  const changed = changedIn(earlier, await listTrialResults(tx, runId));
  const end = await decideRunEnd(tx, await recountRun(tx, runId));
  const restated = await restateRun(tx, runId, end, trialStatistics(await listVariantCounts(tx, runId)));
  await deleteGateReports(tx, runId);
  await dropInsights(tx, run);
  const record = {
    runId,
    checks: present ? ('current' as const) : ('frozen' as const),
    before: countsOf(run),
    after: countsOf(restated),
  };
  const { number, createdAt } = await insertRegrade(tx, { ...record, userId, changed: changed.length });
  await tell(tx, { ...restated, decision: end.decided?.decision ?? null }, record, { number, createdAt });
  await audit(tx, {
    target: { runId, suiteId: run.suiteId },
    before: record.before,
    after: { number, ...record.after },
  });
  return {
    ...record,
    number,
    gradingVersion: { before: run.gradingVersion, after: restated.gradingVersion },
    regradedAt: createdAt.getTime(),
    changedCount: changed.length,
    changedIterationIds: changed.slice(0, MAX_NAMED),
    keptCaseIds: present
      ? [...frozen.cases].filter(([position, each]) => standards.cases.get(position) === each).map(([, { id }]) => id)
      : [],
  };
}

/**
 * Deletes the findings of the run, which rest on its earlier grades, and drops the work item that would explain them.
 */
async function dropInsights(tx: Tx, run: Run): Promise<void> {
  const jobId = await deleteInsights(tx, windowOfRun(run));
  if (jobId) await dropWork(tx, jobId);
}

async function tell(
  tx: Tx,
  run: Run & Pick<RunDetails, 'decision'>,
  { before, after }: { before: RegradeCounts; after: RegradeCounts },
  { number, createdAt }: { number: number; createdAt: Date },
): Promise<void> {
  const { id: runId, projectId, suiteId, total } = run;
  await publish(tx, RunRegraded, {
    runId,
    projectId,
    suiteId,
    number,
    result: after.result ?? '',
    total,
    passedBefore: before.passed,
    failedBefore: before.failed,
    passed: after.passed,
    failed: after.failed,
    regradedAtMs: createdAt.getTime(),
    summary: runSummary(run, await countFlakyCases(tx, runId)),
  });
}

/**
 * The current assertions of the cases whose actions did not change, with the launch's match options on top; other cases
 * keep their frozen ones.
 */
function standardsOf(
  own: GradingStandards,
  present: PresentSuite,
  override: RunSpec['matchOptions'],
): GradingStandards {
  const now = new Map(present.cases.map((each) => [each.id, each]));
  const standardOf = (each: FrozenCase) => {
    const current = now.get(each.id);
    if (!current || !haveSameActions(current.steps, each.steps)) return each;
    const matchOptions = layerMatchOptions(current.matchOptions, override);
    return { ...current, ...given({ matchOptions }) };
  };
  return {
    checks: present.checks,
    cases: new Map([...own.cases].map(([position, each]) => [position, standardOf(each)])),
  };
}

async function gradeAnew(tx: Tx, runId: string, frozen: FrozenRun, standards: GradingStandards): Promise<void> {
  for (let after = -1, batch: StoredReplay[] = []; ; after = batch.at(-1)!.position) {
    batch = await listReplays(tx, runId, after, BATCH);
    if (batch.length === 0) return;
    const regraded: RegradedIteration[] = [];
    for (const trial of batch)
      if (trial.transcript) regraded.push(await regrade(trial, trial.transcript, frozen, standards));
    if (regraded.length > 0) await rewriteGrades(tx, regraded);
  }
}

async function regrade(
  trial: StoredReplay,
  recorded: Buffer,
  frozen: FrozenRun,
  { cases, checks }: GradingStandards,
): Promise<RegradedIteration> {
  const [was, is] = [frozen.cases.get(trial.casePosition)!, cases.get(trial.casePosition)!];
  const transcript = await unzipJson<Transcript>(recorded);
  const standard = maskedStandard(is, is === was ? frozen.spec.checks : checks);
  const grade = gradedTrial(
    standard.frozen,
    standard.checks,
    is === was ? transcript : rebasedTranscript(transcript, was.steps, is.steps),
    { ...trial, hasServers: frozen.spec.servers.length > 0 },
  );
  return { id: trial.id, result: trial.status === 'completed' ? grade.result : null, grade };
}

function changedIn(before: TrialResult[], after: TrialResult[]): string[] {
  const earlier = new Map(before.map((trial) => [trial.id, trial]));
  return after
    .filter(
      ({ id, result, evaluatorError }) =>
        earlier.get(id)?.result !== result || earlier.get(id)?.evaluatorError !== evaluatorError,
    )
    .map(({ id }) => id);
}

const countsOf = ({ result, passed, failed, excluded }: Run): RegradeCounts => ({
  result,
  measurementUnit: 'trial',
  passed,
  failed,
  excluded,
});
