import {
  TRIAL_MARKS,
  type EvalRunCase,
  type EvalRunCaseCounts,
  type ListEvalRunCases,
  type TrialMark,
} from '@assay/contract/areas/eval-runs/run-cases';
import type { GradingGap } from '@assay/contract/areas/eval-runs/cases-without-grading';
import { given } from '@assay/contract/given';
import type { FirstFailure } from '@assay/grading/stages/first-failure';
import { wilsonInterval } from '@assay/grading/statistics/wilson';
import { describeGap, describeUndecidedCase } from '@assay/grading/words/case-words';
import { cameInCase, evidenceInCase } from '@assay/grading/words/failure-words';
import { redactText } from '@assay/kit/security/redact';

/** The filters of a run's cases. */
export type CaseFilter = {
  [Name in 'outcome' | 'stage' | 'assertion' | 'model' | 'leftOut' | 'q']: ListEvalRunCases[Name] | undefined;
};

/** The first failure of a case variant; `said` is how its iteration tells it. */
interface RowFailure {
  iterationId: string;
  trial: number;
  stage: string | null;
  assertion: string | null;
  reason: string | null;
  said: FirstFailure | null;
}

/** A case variant of a run with what it keeps of its ended iterations. */
export interface RunCaseRow {
  casePosition: number;
  /** The position of its first iteration. */
  position: number;
  testCaseId: string;
  declaredId: string | null;
  title: string;
  model: string | null;
  outcome: EvalRunCase['outcome'];
  trials: number;
  open: number;
  /** The position of each ended iteration times 16, and its mark, in the order in which they ended. */
  ends: number[];
  /** Milliseconds, in the same order; -1 for none. */
  durations: number[];
  /** Graded iterations, and the number of passed ones. */
  eligible: number;
  passed: number;
  failure: RowFailure | null;
  /** Why nothing decides the case. */
  gradingGap: GradingGap | null;
  passThreshold: number;
  iterationId: string | null;
}

/** How many case variants share an outcome, a first failure and a model. */
export interface RunCaseCount {
  outcome: EvalRunCase['outcome'];
  stage: string | null;
  assertion: string | null;
  model: string | null;
  count: number;
  lastPosition: number;
}

/** The number of marks that fit into an entry of `ends`. */
const MARKS = 16;
/** The marks of trials that the rate is over, unless the run is graded per case. */
const COUNTED: ReadonlySet<TrialMark> = new Set(['passed', 'failed', 'broken']);

/**
 * A case variant as the API shows it. `isPerCase`: the run is graded per case, on graded trials alone. `running` are the
 * positions of the iterations that runners work on.
 */
export function runCaseRecord(row: RunCaseRow, isPerCase: boolean, running?: ReadonlySet<number>): EvalRunCase {
  const { testCaseId, declaredId, title, model, outcome, passed, failure, passThreshold, iterationId } = row;
  const { trials, eligible, excluded, p50DurationMs } = countedTrials(row, isPerCase);
  return {
    testCaseId,
    ...(declaredId !== null && { caseId: declaredId }),
    title,
    model,
    outcome,
    trials: trials.map((mark, offset) => (mark === 'open' && running?.has(row.position + offset) ? 'running' : mark)),
    passed,
    eligible,
    passRateInterval: wilsonInterval(passed, eligible),
    ...(isPerCase && { passThreshold }),
    excluded,
    p50DurationMs,
    ...(row.gradingGap && { gradingGap: row.gradingGap }),
    ...given({ because: becauseOf(row, excluded) }),
    ...(failure && { firstFailure: firstFailureOf(failure, { failed: eligible - passed, eligible }) }),
    iterationId,
  };
}

/** The trials of a case variant as they ended, and the number of them that its rate is over. */
export function countedTrials(
  row: Pick<RunCaseRow, 'position' | 'trials' | 'open' | 'ends' | 'durations' | 'eligible'>,
  isPerCase: boolean,
): { trials: TrialMark[] } & Pick<EvalRunCase, 'eligible' | 'excluded' | 'p50DurationMs'> {
  const ended = row.ends
    .map((end) => ({ position: Math.floor(end / MARKS), mark: TRIAL_MARKS[end % MARKS]! }))
    .toSorted((a, b) => a.position - b.position);
  return {
    trials: trialsOf(row, ended),
    eligible: isPerCase ? row.eligible : ended.filter(({ mark }) => COUNTED.has(mark)).length,
    excluded: leftOutOf(ended.map(({ mark }) => mark)),
    p50DurationMs: medianOf(row.durations.filter((duration) => duration >= 0)),
  };
}

function becauseOf({ outcome, gradingGap }: RunCaseRow, excluded: Record<string, number>): string | undefined {
  if (outcome === 'undecided') return describeUndecidedCase(excluded);
  return gradingGap ? describeGap(gradingGap) : undefined;
}

interface EndedTrial {
  position: number;
  mark: TrialMark;
}

/**
 * The marks of all trials in their order. The iterations of a case variant have successive positions in a launched
 * run, but not in an ingested one, which has no open trial.
 */
function trialsOf(
  { position, trials, open }: Pick<RunCaseRow, 'position' | 'trials' | 'open'>,
  ended: EndedTrial[],
): TrialMark[] {
  if (open === 0) return ended.map(({ mark }) => mark);
  const marks = new Map(ended.map((each) => [each.position - position, each.mark]));
  return Array.from({ length: trials }, (_, offset) => marks.get(offset) ?? 'open');
}

function leftOutOf(marks: TrialMark[]): Record<string, number> {
  const left = marks.filter((mark) => !COUNTED.has(mark));
  return Object.fromEntries([...Map.groupBy(left, (mark) => mark)].map(([mark, of]) => [mark, of.length]));
}

/** The result of an iteration from its place in TRIAL_MARKS; null for one that has not ended. */
export const markAt = (place: number | null): TrialMark => (place === null ? 'open' : TRIAL_MARKS[place]!);

function firstFailureOf(
  { iterationId, trial, stage, assertion, reason, said }: RowFailure,
  trials: { failed: number; eligible: number },
): NonNullable<EvalRunCase['firstFailure']> {
  // A trial that was not graded, or that only a judge failed, is told by its reason alone.
  const { stepId, expected, came, place, evidence }: Partial<FirstFailure> =
    said ?? given({ came: reason === null ? undefined : redactText(reason) });
  return {
    iterationId,
    trial,
    ...(stage !== null && { stage: stage as NonNullable<EvalRunCase['firstFailure']>['stage'] & string }),
    ...given({
      assertion: assertion ?? undefined,
      reason: reason === null ? undefined : redactText(reason),
      stepId,
      expected,
      came: came === undefined ? undefined : cameInCase(came, trials),
      place,
      evidence: evidence === undefined ? undefined : evidenceInCase(evidence, { trial }),
    }),
  };
}

/** The middle value, or the mean of the two in the middle; null for none. */
function medianOf(values: number[]): number | null {
  if (values.length === 0) return null;
  const sorted = values.toSorted((a, b) => a - b);
  const middle = sorted.length / 2;
  return (sorted[Math.ceil(middle) - 1]! + sorted[Math.floor(middle)]!) / 2;
}

const OUTCOMES = ['passed', 'failed', 'undecided', 'open'] as const;
/** At most this many values of a filter are counted, the most frequent ones. */
const MAX_VALUES = 100;

/** The number of cases that each filter would find in the whole run. */
export function caseCountsOf(counted: RunCaseCount[]): EvalRunCaseCounts {
  const by = (valueOf: (each: RunCaseCount) => string | null): Record<string, number> => {
    const sums = new Map<string, number>();
    for (const each of counted) {
      const value = valueOf(each);
      if (value !== null) sums.set(value, (sums.get(value) ?? 0) + each.count);
    }
    return Object.fromEntries([...sums].toSorted(([, a], [, b]) => b - a).slice(0, MAX_VALUES));
  };
  return {
    total: counted.reduce((sum, { count }) => sum + count, 0),
    outcome: { ...Object.fromEntries(OUTCOMES.map((each) => [each, 0])), ...by(({ outcome }) => outcome) },
    stage: by(({ stage }) => stage),
    assertion: by(({ assertion }) => assertion),
    model: by(({ model }) => model),
  };
}
