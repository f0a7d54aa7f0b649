import type { JourneyRunReport, JourneyVerdictSummary, RunScorecard } from '@assay/contract/areas/journey-runs/report';
import type {
  MeasuredRate,
  RunDecision,
  TrialExclusions,
  ValidityPolicy,
} from '@assay/contract/areas/analysis/decision';
import { given } from '@assay/contract/given';
import { assertionRowOf } from '@assay/grading/assertions/evaluate';
import type { TrialCounts } from '@assay/grading/decisions/case-trials';
import { cachedByObject } from '@assay/grading/cached-by-object';
import { decideCounted } from '@assay/grading/decisions/decide-cases';
import { isSettled } from '@assay/grading/statistics/sequential';
import { DEFAULT_CONFIDENCE, wilsonInterval } from '@assay/grading/statistics/wilson';
import type { JourneyRunSpec } from './run-spec.ts';
import { ofCriterion, ofTarget, type SessionTrial, type Tally } from './tally.ts';

/** A run as its report is computed from: its counts alone. */
export interface ReportedRun {
  id: string;
  spec: JourneyRunSpec;
  tally: Tally;
}

/** As for runs of suites that set none. */
export const VALIDITY: ValidityPolicy = {
  coverage: { kind: 'allConfiguredTrialsAttempted', minGradeableTrials: 1 },
  minCompletionRate: 0.8,
  maxEvaluatorErrorRate: 0.1,
};

/** Assembles the report of a run. The verdict is the decision's alone. */
export function reportOf(run: ReportedRun): JourneyRunReport {
  const { spec, tally } = run;
  const count = countIn(tally);
  const total = totalOf(spec);
  const open = openSessions(tally);
  const [started, graded] = [count('started'), count('lifecycle/ran')];
  const pending = count('grading/queued') + count('grading/running');
  const undecided = undecidedReason(run);
  const decision = undecided === undefined ? decisionOf(run) : undefined;
  const [observations, earlyStopping] = [observationsOf(run, total), earlyStoppingOf(run)];
  return {
    contractVersion: 1,
    runId: run.id,
    verdict: decision?.verdict ?? 'notEstablished',
    verdictSource: decision ? 'policyV2' : 'none',
    ...given({ undecidedReason: undecided }),
    execution: {
      unit: 'sessions',
      configured: total,
      reported: total - open,
      started,
      notStarted: total - started,
      unknown: count('unknown'),
      completed: graded,
      interrupted: count('interrupted'),
      neverLaunched: open === 0 && started === 0,
    },
    goalGrading: {
      unit: 'sessions',
      reported: graded,
      passed: count('verdict/passed'),
      failed: count('verdict/failed'),
      pending,
      unavailable: count('verdict/inconclusive'),
      notRequested: count('verdict/notEstablished') - pending,
      waitingForDecisiveGrading: count('decisive'),
    },
    observations,
    ...(decision && { decision, intervals: intervalsOf(decision, observations) }),
    ...given({ earlyStopping }),
  };
}

const countIn =
  (tally: Tally) =>
  (name: string): number =>
    tally[name] ?? 0;

export const totalOf = ({ targets, sessionsPerTarget }: JourneyRunSpec): number => targets.length * sessionsPerTarget;
export const openSessions = (tally: Tally): number =>
  (tally['lifecycle/pending'] ?? 0) + (tally['lifecycle/running'] ?? 0);

/** Sessions of the run, or of one target, that were not held because the verdict about their target was settled. */
export const settledEarly = (tally: Tally, targetIndex?: number): number =>
  tally[targetIndex === undefined ? 'settledEarly' : ofTarget(targetIndex, 'trial/settledEarly')] ?? 0;

/** Sessions that are over without an end of their own, except sessions that early stopping spared. */
export function brokenOffSessions(tally: Tally): number {
  const count = countIn(tally);
  return count('lifecycle/broke') + count('lifecycle/limited') + count('lifecycle/withdrawn') - settledEarly(tally);
}

/** The targets that no further session has to be held with, while some of their sessions wait. */
export function settledTargets({ spec, tally }: Pick<ReportedRun, 'spec' | 'tally'>): number[] {
  const { targets, sessionsPerTarget, rubric, earlyStopping } = spec;
  if (!earlyStopping || !rubric) return [];
  return [...targets.keys()].filter((i) => {
    if (!tally[ofTarget(i, 'lifecycle/pending')]) return false;
    const { passed, failed } = trialCounts(tally, i, sessionsPerTarget);
    const remaining = tally[ofTarget(i, 'trial/notTerminal')] ?? 0;
    return isSettled({ passed, failed, remaining, threshold: rubric.passThreshold }, earlyStopping);
  });
}

function earlyStoppingOf({ spec: { targets, earlyStopping }, tally }: ReportedRun): JourneyRunReport['earlyStopping'] {
  return (
    earlyStopping && {
      ...earlyStopping,
      sessionsNotHeld: settledEarly(tally),
      settledTargetIds: targets.filter((_, i) => settledEarly(tally, i) > 0).map(({ targetId }) => targetId),
    }
  );
}

const intervalOf = ({ numerator, denominator }: Pick<MeasuredRate, 'numerator' | 'denominator'>) =>
  wilsonInterval(numerator, denominator);

/** The intervals of all rates of a report. */
function intervalsOf(
  { validity: { completionRate, evaluatorErrorRate }, cases }: RunDecision,
  observations: JourneyRunReport['observations'],
): NonNullable<JourneyRunReport['intervals']> {
  return {
    confidence: DEFAULT_CONFIDENCE,
    completionRate: intervalOf(completionRate),
    evaluatorErrorRate: intervalOf(evaluatorErrorRate),
    cases: cases.map((each) => ({
      caseId: each.caseId,
      passRate: intervalOf(each.passRate),
      completionRate: intervalOf(each.completionRate),
      observedStability: intervalOf(each.observedStability),
    })),
    observations: observations.map(({ evaluatorId, passed, failed }) => ({
      evaluatorId,
      passRate: wilsonInterval(passed, passed + failed),
    })),
  };
}

function observationsOf({ spec: { rubric }, tally }: ReportedRun, total: number): JourneyRunReport['observations'] {
  const count = countIn(tally);
  return (rubric?.criteria ?? []).flatMap((criterion) => {
    if (criterion.kind !== 'assertion') return [];
    const { id, role, assertion } = criterion;
    const [passed, failed] = [count(ofCriterion(id, 'passed')), count(ofCriterion(id, 'failed'))];
    const pending = openSessions(tally) + count(ofCriterion(id, 'pending'));
    return [
      {
        evaluatorId: id,
        predicateType: assertion.type,
        role: role === 'gating' ? ('required' as const) : ('advisory' as const),
        stage: assertionRowOf(assertion.type)?.stage ?? 'response',
        unit: 'sessions' as const,
        total,
        passed,
        failed,
        pending,
        unavailable: total - passed - failed - pending,
      },
    ];
  });
}

/** Why a run has no decision yet, or never: the first reason that holds. */
function undecidedReason({ spec, tally }: ReportedRun): JourneyRunReport['undecidedReason'] {
  if (openSessions(tally) > 0) return 'executionPending';
  const count = countIn(tally);
  if (count('grading/queued') + count('grading/running') > 0) return 'gradingPending';
  const isGraded = spec.rubric?.criteria.some(({ role }) => role === 'gating') ?? false;
  return isGraded ? undefined : 'gradingNotConfigured';
}

/** The decision about the targets of a run: each is a case, and its sessions are the trials. Computed once for each row. */
export const decisionOf = cachedByObject(({ spec, tally }: ReportedRun): RunDecision => {
  const { targets, sessionsPerTarget, rubric } = spec;
  return decideCounted(
    targets.map(({ targetId, modelId }, i) => ({
      caseId: targetId,
      model: modelId,
      passThreshold: rubric?.passThreshold ?? 1,
      counts: trialCounts(tally, i, sessionsPerTarget),
    })),
    VALIDITY,
  );
});

const EXCLUSIONS: Record<Exclude<SessionTrial, 'passed' | 'failed' | 'settledEarly'>, keyof TrialExclusions> = {
  notTerminal: 'notTerminal',
  skipped: 'skipped',
  cancelled: 'cancelled',
  setupFailed: 'setupFailed',
  timedOut: 'timedOut',
  executionFailed: 'executionFailed',
  evaluatorError: 'evaluatorError',
  ungraded: 'evaluatorError',
};

/** The sessions with one target as counts of trials. Sessions that were not held as the verdict was settled are none. */
export function trialCounts(tally: Tally, targetIndex: number, configured: number): TrialCounts {
  const of = (trial: SessionTrial) => tally[ofTarget(targetIndex, `trial/${trial}`)] ?? 0;
  const exclusions = (...trials: (keyof typeof EXCLUSIONS)[]): TrialExclusions => {
    const sum: TrialExclusions = {};
    for (const trial of trials) {
      const name = EXCLUSIONS[trial];
      if (of(trial) > 0) sum[name] = (sum[name] ?? 0) + of(trial);
    }
    return sum;
  };
  const [passed, failed] = [of('passed'), of('failed')];
  const evaluatorErrors = of('evaluatorError') + of('ungraded');
  const completed = passed + failed + evaluatorErrors;
  return {
    configured: configured - of('settledEarly'),
    attempted: completed + of('setupFailed') + of('timedOut') + of('executionFailed'),
    completed,
    eligible: passed + failed,
    passed,
    failed,
    evaluatorErrors,
    notAttempted: exclusions('notTerminal', 'skipped', 'cancelled'),
    notEligible: exclusions(
      'notTerminal',
      'skipped',
      'setupFailed',
      'cancelled',
      'timedOut',
      'executionFailed',
      'evaluatorError',
      'ungraded',
    ),
  };
}

/** How far a run is decided; by the verdict that is stored with its counts, if there is one. */
export function verdictSummaryOf(
  run: ReportedRun & { verdict?: RunDecision['verdict'] | null },
  updatedAt: number,
): JourneyVerdictSummary {
  const undecided = undecidedReason(run);
  if (undecided === undefined)
    return {
      status: 'decided',
      decision: run.verdict ?? decisionOf(run).verdict,
      ...(settledEarly(run.tally) > 0 && { stoppedEarly: true as const }),
      updatedAt,
    };
  if (undecided === 'gradingNotConfigured') return { status: 'notEstablished', reason: undecided, updatedAt };
  const count = countIn(run.tally);
  const pendingSessions = openSessions(run.tally) + count('grading/queued') + count('grading/running');
  return { status: 'pending', pendingSessions, updatedAt };
}

/** How many sessions met each criterion; undefined for a run without a rubric. */
export function scorecardOf(run: ReportedRun): RunScorecard | undefined {
  const { rubric } = run.spec;
  if (!rubric) return undefined;
  const count = countIn(run.tally);
  return {
    runId: run.id,
    criteria: rubric.criteria.map(({ id, label, kind }) => ({
      id,
      label,
      kind,
      passCount: count(ofCriterion(id, 'passed')),
      failCount: count(ofCriterion(id, 'failed')),
      pendingCount: count(ofCriterion(id, 'pending')) + openSessions(run.tally),
      failedGradingCount: count(ofCriterion(id, 'error')) + count(ofCriterion(id, 'not_applicable')),
    })),
    sessionsTotal: totalOf(run.spec),
    sessionsGraded: count('graded'),
  };
}
