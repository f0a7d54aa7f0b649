import { meanScore, scorerPassRate, sumScores, type ScorerSums } from '../compare/scores.ts';
import { wilsonInterval } from '../statistics/wilson.ts';
import { countText, msText, usdText } from '../words/values.ts';
import { scoreIntegrity, type GatedRun, type GateFacts } from './gate-facts.ts';
import {
  atLeast,
  atMost,
  isFraction,
  nonGateable,
  notAFraction,
  shownExcess,
  shownPoints,
  shownRate,
  usageError,
  withRateInterval,
  type GateFinding,
  type GateRules,
} from './verdicts.ts';

type RunRules = Pick<
  GateRules,
  | 'minimumPassRate'
  | 'maximumTotalTokens'
  | 'maximumP95LatencyMs'
  | 'maximumCostUsd'
  | 'noGatingScoreErrors'
  | 'minimumScorerPassRate'
  | 'minimumMeanScore'
>;

const INCOMPLETE = nonGateable('The run did not finish, so trials are missing.');
const UNGRADED = nonGateable('No case of the run decides anything, so its pass rate says nothing.');
const UNTRIED = nonGateable('The run has no trial that could be graded.');
const NO_SCORES = nonGateable("The run's scores are missing or contradict themselves.");

/** Rules that need only the run. */
export const runRules: RunRules = {
  minimumPassRate: (wanted, { run }) => {
    if (!isFraction(wanted)) return [notAFraction(wanted)];
    if (run.decidesNothing) return [UNGRADED];
    const { passed, trials } = tried(run);
    if (!run.isComplete || trials === 0) return [run.isComplete ? UNTRIED : INCOMPLETE];
    const found = atLeast({
      what: 'The pass rate',
      observed: passed / trials,
      threshold: wanted,
      shown: shownRate,
      shownMargin: shownPoints,
    });
    return [withRateInterval(found, wilsonInterval(passed, trials)!)];
  },

  maximumTotalTokens: ceiling(
    'totalTokens',
    'The number of tokens',
    'A trial does not say how many tokens it took.',
    countText,
  ),
  maximumP95LatencyMs: ceiling(
    'p95LatencyMs',
    "The 95th percentile of the trials' latency",
    'A trial does not say how long it took.',
    msText,
  ),
  maximumCostUsd: ceiling(
    'costUsd',
    'The cost of the model calls',
    "The price of a trial's model calls is not known.",
    usdText,
  ),

  noGatingScoreErrors: (wanted, { run }) => {
    if (!wanted) return [];
    const unfit = unscored(run);
    if (unfit) return [unfit];
    const errors = [...sumScores(run.cases).values()]
      .filter(({ gating }) => gating)
      .reduce((sum, each) => sum + each.errors, 0);
    return [
      atMost({
        what: 'The number of gating assertions that could not be judged',
        observed: errors,
        threshold: 0,
        shown: countText,
        shownMargin: shownExcess,
      }),
    ];
  },

  minimumScorerPassRate: (wanted, { run }) => byScorer(wanted, run, 'pass rate', scorerPassRate),
  minimumMeanScore: (wanted, { run }) => byScorer(wanted, run, 'mean score', meanScore),
};

/** The sum of gradeable trials of a run. */
function tried({ cases }: GatedRun): { passed: number; trials: number } {
  return cases.reduce(
    ({ passed, trials }, each) => ({ passed: passed + each.passed, trials: trials + each.passed + each.failed }),
    { passed: 0, trials: 0 },
  );
}

function ceiling(
  measure: 'totalTokens' | 'p95LatencyMs' | 'costUsd',
  what: string,
  missing: string,
  shown: (value: number, line?: number) => string,
): (wanted: number, facts: GateFacts) => GateFinding[] {
  return (wanted, { run }) => {
    if (!run.isComplete) return [INCOMPLETE];
    if (tried(run).trials === 0) return [UNTRIED];
    const observed = run[measure];
    return [
      observed === null
        ? nonGateable(missing)
        : atMost({
            what,
            observed,
            threshold: wanted,
            shown,
          }),
    ];
  };
}

const unscored = (run: GatedRun): GateFinding | undefined =>
  run.isComplete ? (scoreIntegrity(run) === 'valid' ? undefined : NO_SCORES) : INCOMPLETE;

/** An id from a position in a list means another scorer as soon as the list changes. */
const POSITIONAL = /^predicate:.+#\d+$/;

function byScorer(
  wanted: Record<string, number>,
  run: GatedRun,
  what: string,
  measure: (sums: ScorerSums) => number | null,
): GateFinding[] {
  const sums = sumScores(run.cases);
  const judge = (scorerId: string, threshold: number): GateFinding => {
    if (!isFraction(threshold)) return notAFraction(threshold);
    if (POSITIONAL.test(scorerId)) return usageError('A scorer is named by its own id, not by its place in a list.');
    const unfit = unscored(run);
    if (unfit) return unfit;
    const scorer = sums.get(scorerId);
    if (!scorer) return usageError('The run has no such scorer.');
    const observed = measure(scorer);
    return observed === null
      ? nonGateable('The scorer had nothing to score.')
      : atLeast({
          what: `The scorer's ${what}`,
          observed,
          threshold,
          shown: shownRate,
          shownMargin: shownPoints,
        });
  };
  return Object.entries(wanted).map(([scorerId, threshold]) => ({ scorerId, ...judge(scorerId, threshold) }));
}
