import type { EvalRun } from '@assay/contract/areas/eval-runs/documents';
import type { RunDecision } from '@assay/contract/areas/analysis/decision';
import type { MissingTrials } from '@assay/contract/areas/analysis/decision-steps';
import { reachesLine } from '../decisions/decide-run.ts';
import { countText, intervalText, lineText, rateText, trialsText } from './values.ts';

/** A run as its reads show it, and the counts of all its trials. */
export interface WordedRun extends Pick<
  EvalRun,
  | 'status'
  | 'verdict'
  | 'undecided'
  | 'stopped'
  | 'measurementUnit'
  | 'summary'
  | 'minimumAccuracy'
  | 'casesWithoutGrading'
  | 'decision'
  | 'verdictPolicyIntegrityError'
> {
  trials: TrialProgress;
  /** A judge decides, too: it can fail a trial that passed, so counts are final with its last opinion only. */
  isJudgeGating: boolean;
  /** Its trials are reported one after the other, so further ones may come as long as it is under way. */
  mayGrow: boolean;
}

/** Trials by their ends; a trial that has not ended is in `total` alone. */
export interface TrialProgress {
  total: number;
  passed: number;
  failed: number;
  excluded: number;
  skipped: number;
}

/** The verdict in one sentence with its unit, and why it is decided or not. */
export type RunWords = Required<Pick<EvalRun, 'sentence' | 'because'>>;

const HEADS: Record<EvalRun['verdict'], string> = {
  passed: 'Passed.',
  failed: 'Failed.',
  inconclusive: 'Inconclusive.',
  notEstablished: 'Not established.',
};

/** Describes the verdict of a run, or its progress while it has none. */
export function describeRun(run: WordedRun): RunWords {
  if (run.undecided?.reason === 'runNotTerminal') return { sentence: progressOf(run), because: outlookOf(run) };
  const measured = run.measurementUnit === 'trial' ? trialWords(run) : caseWords(run);
  return { sentence: `${HEADS[run.verdict]} ${measured.sentence}`, because: joined(measured.because, leftOut(run)) };
}

type ShownRun = Pick<EvalRun, 'verdict' | 'sentence' | 'because' | 'measurementUnit' | 'summary' | 'minimumAccuracy'>;

/**
 * The verdict of a run that is over in one paragraph, for a reader who sees beside it whether the run passed: the sentence
 * without its first words, and with the interval of the rate.
 */
export function describeResult(run: ShownRun): string {
  const { verdict, sentence, because, measurementUnit, summary, minimumAccuracy } = run;
  const { passRate, passRateInterval: interval, excluded = 0, skipped = 0 } = summary;
  const isRate = measurementUnit === 'trial' && verdict !== 'notEstablished' && minimumAccuracy !== null;
  if (!isRate || !interval) return joined(sentence.replace(`${HEADS[verdict]} `, ''), because);
  const line = minimumAccuracy / 100;
  const certain = `${rateText(passRate, line)} (${lineText(95)} interval ${intervalText(interval, line)})`;
  const told = `${passedText(summary)}, ${certain}; ${needsText(minimumAccuracy)}.`;
  return excluded + skipped === 0 ? told : `${told} ${leftOut({ trials: { excluded, skipped }, verdict })}`;
}

const passedText = ({ passed, failed }: Pick<EvalRun['summary'], 'passed' | 'failed'>): string =>
  `${countText(passed)} of ${trialsText(passed + failed)} passed`;
const needsText = (minimumAccuracy: number): string => `the suite needs ${lineText(minimumAccuracy)}`;

/** The words of a run that is decided by the rate of its trials. */
function trialWords(run: WordedRun): RunWords {
  const { summary, minimumAccuracy, verdict } = run;
  const { passRate, passRateInterval } = summary;
  if (verdict === 'notEstablished') return undecidedWords(run);
  const line = minimumAccuracy! / 100;
  return {
    sentence: `${passedText(summary)}, ${rateText(passRate, line)}; ${needsText(minimumAccuracy!)}.`,
    because: passRateInterval ? besideLine(passRateInterval, line) : '',
  };
}

/** Says on which side of the line an interval lies. */
function besideLine(interval: { lower: number; upper: number }, line: number): string {
  const told = `The ${lineText(95)} interval is ${intervalText(interval, line)}`;
  if (interval.upper < line) return `${told}, all of it below the line: this is not chance.`;
  if (interval.lower > line) return `${told}, all of it above the line: this is not chance.`;
  return `${told} and contains the line: other trials could have changed the verdict.`;
}

/** The words of a run whose cases are decided one by one. */
function caseWords(run: WordedRun): RunWords {
  const { summary, verdict, decision, verdictPolicyIntegrityError } = run;
  if (verdict === 'notEstablished') return undecidedWords(run);
  const { total, passed, failed, inconclusive = 0 } = summary;
  const counted = `${countText(passed)} of ${countText(total)} case ${total === 1 ? 'variant' : 'variants'} passed`;
  if (verdict !== 'inconclusive')
    return { sentence: `${counted}; every one must.`, because: decision ? thresholdWords(decision) : '' };
  return {
    sentence: `${counted}, ${countText(failed)} failed, and ${countText(inconclusive)} could not be decided.`,
    because: verdictPolicyIntegrityError ?? (decision ? doubtWords(decision) : ''),
  };
}

/** Says how far the cases are from their thresholds. */
function thresholdWords({ cases }: RunDecision): string {
  const failed = cases.filter(({ verdict }) => verdict === 'failed');
  if (failed.length === 0) return 'Each reached the share of passed trials that its case needs.';
  const mixed = failed.filter(({ mixedVerdict }) => mixedVerdict).length;
  const first = failed[0]!;
  const needed = rateText(first.effectivePassThreshold);
  const nearest = `${countText(first.passedTrials)} of ${trialsText(first.eligibleTrials)} of ${first.caseId} passed, and ${needed} must`;
  return `${nearest}${failed.length > 1 ? `; ${countText(failed.length - 1)} more failed` : ''}.${mixed > 0 ? ` Trials of ${countText(mixed)} of the failed ones also passed.` : ''}`;
}

type Doubt = RunDecision['reasons'][number];
type Validity = RunDecision['validity'];

const percentOf = (value: number | null): string => (value === null ? 'not measured' : rateText(value));

const doubts: Partial<Record<Doubt, (validity: Validity) => string>> = {
  configuredTrialsNotAttempted: ({ configuredTrials, attemptedTrials }) =>
    `Only ${countText(attemptedTrials)} of ${trialsText(configuredTrials)} were attempted.`,
  noGradeableTrials: () => 'No trial could be graded.',
  eligibleTrialsBelowMinimum: ({ eligibleTrials, policy: { coverage } }) =>
    `${trialsText(eligibleTrials)} could be graded; the suite needs ${coverage.kind === 'minEligibleTrials' ? countText(coverage.minEligibleTrials) : 'more'}.`,
  completionRateBelowMinimum: ({ completionRate, policy }) =>
    `${percentOf(completionRate.value)} of the attempted trials completed; the suite needs ${rateText(policy.minCompletionRate)}.`,
  completionRateNotMeasured: () => 'No trial was attempted, so their completion is not known.',
  evaluatorErrorRateAboveMaximum: ({ evaluatorErrorRate, policy }) =>
    `${percentOf(evaluatorErrorRate.value)} of the attempted trials could not be judged; the suite allows ${rateText(policy.maxEvaluatorErrorRate)}.`,
  evaluatorErrorRateNotMeasured: () => 'No trial was attempted, so the errors of judging are not known.',
  caseHasNoEligibleTrials: () => 'A case has no trial that could be graded.',
};

const doubtWords = ({ reasons, validity }: RunDecision): string =>
  reasons.flatMap((reason) => doubts[reason]?.(validity) ?? []).join(' ');

/** The words of a run that ended without a verdict. */
function undecidedWords(run: WordedRun): RunWords {
  const { undecided, stopped, casesWithoutGrading, trials, status } = run;
  const graded = `${countText(trials.passed + trials.failed)} of ${trialsText(trials.total)} are graded`;
  if (undecided?.reason === 'gradingNotConfigured')
    return {
      sentence: 'No case of the run has an assertion or a judge that decides.',
      because: casesWithoutGrading?.message ?? '',
    };
  const ended = ENDS[status];
  const because = undecided?.detail ?? stopped?.message ?? '';
  if (ended) return { sentence: `${ended}; ${graded}.`, because };
  return { sentence: `Too few trials could be graded: ${graded}.`, because };
}

const ENDS: Partial<Record<EvalRun['status'], string>> = {
  cancelled: 'The run was cancelled',
  timed_out: 'The run took longer than it may',
  failed: 'The run was stopped',
};

/** Says which trials are in no rate. */
function leftOut({
  trials: { excluded, skipped },
  verdict,
}: Pick<WordedRun, 'verdict'> & { trials: Pick<TrialProgress, 'excluded' | 'skipped'> }): string {
  if (excluded + skipped === 0) return verdict === 'notEstablished' ? '' : 'Nothing was excluded.';
  const counted = [
    ...(excluded > 0 ? [`${trialsText(excluded)} ${excluded === 1 ? 'is' : 'are'} excluded`] : []),
    ...(skipped > 0
      ? [`${excluded > 0 ? countText(skipped) : trialsText(skipped)} ${skipped === 1 ? 'was' : 'were'} skipped`]
      : []),
  ].join(' and ');
  return excluded + skipped === 1
    ? `${counted}; it does not count as failed and is not in the rate.`
    : `${counted}; none of them counts as failed, and none is in the rate.`;
}

/** Says how far a run is that is under way. */
function progressOf({ status, trials: { total, passed, failed } }: WordedRun): string {
  if (status === 'pending') return `Waiting. None of ${trialsText(total)} has begun.`;
  if (status === 'grading')
    return `Grading. All ${trialsText(total)} are in; a judge that decides has not answered yet.`;
  return `Running. ${countText(passed + failed)} of ${trialsText(total)} are graded; ${countText(passed)} passed.`;
}

/**
 * The bounds within which the rate of a run under way will end; undefined where cases are decided one by one, or by a judge,
 * and where the number of trials is not known.
 */
export function reachableOf({
  measurementUnit,
  minimumAccuracy,
  trials,
  isJudgeGating,
  mayGrow,
  undecided,
}: WordedRun): EvalRun['reachable'] {
  if (undecided?.reason !== 'runNotTerminal' || isJudgeGating || mayGrow) return undefined;
  if (measurementUnit !== 'trial' || minimumAccuracy === null) return undefined;
  const { total, passed, failed, excluded, skipped } = trials;
  const left = total - passed - failed - excluded - skipped;
  const graded = passed + failed + left;
  return {
    openTrials: left,
    leastPassed: passed,
    mostPassed: passed + left,
    gradedTrials: graded,
    canPass: graded > 0 && reachesLine(passed + left, graded, minimumAccuracy),
    canFail: graded > 0 && !reachesLine(passed, graded, minimumAccuracy),
  };
}

/**
 * The trials that are missing for the verdict of a run that is over without one, and what is certain already; undefined where
 * no number of trials would decide it.
 */
export function missingOf(run: WordedRun): MissingTrials | undefined {
  const { measurementUnit, minimumAccuracy, undecided, isJudgeGating, trials } = run;
  if (undecided?.reason !== 'runStatusNotAVerdict' && undecided?.reason !== 'runResultNotAVerdict') return undefined;
  if (measurementUnit !== 'trial' || minimumAccuracy === null || isJudgeGating || trials.total === 0) return undefined;
  const { total: configured, passed, failed } = trials;
  const graded = passed + failed;
  const mostPassed = configured - failed;
  const canPass = reachesLine(mostPassed, configured, minimumAccuracy);
  const canFail = !reachesLine(passed, configured, minimumAccuracy);
  return {
    trials: configured - graded,
    graded,
    configured,
    mostPassed,
    bestRate: mostPassed / configured,
    canPass,
    canFail,
    sentence: certainText({ passed, mostPassed, configured, missing: configured - graded }, minimumAccuracy, {
      canPass,
      canFail,
    }),
  };
}

function certainText(
  { passed, mostPassed, configured, missing }: Record<'passed' | 'mostPassed' | 'configured' | 'missing', number>,
  minimumAccuracy: number,
  { canPass, canFail }: { canPass: boolean; canFail: boolean },
): string {
  const line = minimumAccuracy / 100;
  const of = (count: number) =>
    `${countText(count)} of ${countText(configured)} would, ${rateText(count / configured, line)}`;
  const needs = needsText(minimumAccuracy);
  if (!canPass)
    return `It cannot pass any more: if all ${trialsText(missing)} that are missing passed, ${of(mostPassed)}; ${needs}.`;
  if (!canFail)
    return `It cannot fail any more: if all ${trialsText(missing)} that are missing failed, ${of(passed)}; ${needs}.`;
  return `It can still pass and fail: between ${countText(passed)} and ${countText(mostPassed)} of ${trialsText(configured)} can pass; ${needs}.`;
}

/** Says what is certain of a run that is under way. */
function outlookOf(run: WordedRun): string {
  const reachable = reachableOf(run);
  if (run.isJudgeGating) return 'No verdict yet: a judge reads the trials, and its opinion decides.';
  if (run.mayGrow) return 'No verdict yet: further trials may be reported.';
  if (!reachable) return 'No verdict yet: each case is decided when all of its trials are in.';
  const { openTrials, leastPassed, mostPassed, gradedTrials, canPass, canFail } = reachable;
  const line = run.minimumAccuracy! / 100;
  const needs = needsText(run.minimumAccuracy!);
  const wouldBe = (passed: number) =>
    `${countText(passed)} of ${trialsText(gradedTrials)} would pass, ${rateText(gradedTrials === 0 ? 0 : passed / gradedTrials, line)}`;
  const open = openTrials === 1 ? 'the open trial' : `all ${trialsText(openTrials)} that are open`;
  if (gradedTrials === 0) return `No verdict yet: no trial could be graded so far; ${needs}.`;
  if (!canPass)
    return `No verdict yet, but it cannot pass any more: if ${open} passed, ${wouldBe(mostPassed)}; ${needs}.`;
  if (!canFail)
    return `No verdict yet, but it cannot fail any more: if ${open} failed, ${wouldBe(leastPassed)}; ${needs}.`;
  return `No verdict yet: between ${countText(leastPassed)} and ${countText(mostPassed)} of ${trialsText(gradedTrials)} can pass; ${needs}.`;
}

const joined = (...parts: string[]): string => parts.filter((part) => part !== '').join(' ');
