import { describeDifference } from '../compare/in-words.ts';
import { isSameTest, isShared, pairCases, type SharedCase } from '../compare/pairs.ts';
import { passRateDifference, standardisedCounts, sumOfCounts } from '../compare/pass-rates.ts';
import { unfairnessOf } from '../compare/fairness.ts';
import { scoreDeltas } from '../compare/scores.ts';
import { quoteName } from '../quote.ts';
import { countText, msText, rateText } from '../words/values.ts';
import { scoreIntegrity, type GatedRun, type GateFacts } from './gate-facts.ts';
import {
  atMost,
  differenceFinding,
  isFraction,
  nonGateable,
  notAFraction,
  shownExcess,
  usageError,
  type GateFinding,
  type GateRules,
} from './verdicts.ts';

/** Two runs with the same cases, the same numbers of trials and the same rules. */
interface Compared {
  run: GatedRun;
  baseline: GatedRun;
  shared: SharedCase[];
}
type BaselineRules = Pick<
  GateRules,
  'noDeterministicRegressions' | 'maximumP95LatencyIncreaseMs' | 'passRateRegression'
>;

const MIN_SAMPLE = 5;
const MIN_EFFECT = 0.01;

/** Rules that compare a run with a baseline. */
export const baselineRules: BaselineRules = {
  noDeterministicRegressions: (wanted, facts) => (wanted ? [against(facts, regressed)] : []),

  maximumP95LatencyIncreaseMs: (wanted, facts) => [
    against(facts, ({ run, baseline }) => {
      if (run.p95LatencyMs === null || baseline.p95LatencyMs === null)
        return nonGateable('A trial does not say how long it took.');
      return atMost({
        what: "The change of the 95th percentile of the trials' latency from the baseline",
        observed: run.p95LatencyMs - baseline.p95LatencyMs,
        threshold: wanted,
        shown: msText,
      });
    }),
  ],

  passRateRegression: ({ minSampleSize = MIN_SAMPLE, minEffectSize = MIN_EFFECT }, facts) => [
    isFraction(minEffectSize)
      ? against(facts, (compared) => dropped(compared, minSampleSize, minEffectSize))
      : notAFraction(minEffectSize),
  ],
};

function against({ run, baseline, namedBaseline }: GateFacts, judge: (compared: Compared) => GateFinding): GateFinding {
  if (!baseline) return noBaseline(namedBaseline);
  const pairs = pairCases(baseline, run);
  const [reason] = unfairnessOf(baseline, run, pairs);
  if (reason) return nonGateable(reason.message);
  const shared = pairs.filter(isShared);
  if (shared.length < pairs.length)
    return nonGateable(`${pairs.length - shared.length} of ${pairs.length} cases are in one of the runs only.`);
  const changed = shared.filter((pair) => !isSameTest(pair)).length;
  return changed > 0
    ? nonGateable(`${changed} of ${pairs.length} cases were changed between the runs.`)
    : judge({ run, baseline, shared });
}

/** A named baseline can come later, or is gone: the rule makes sense, but has nothing to compare with. */
function noBaseline(named: GateFacts['namedBaseline']): GateFinding {
  if (!named) return usageError('There is no earlier completed run to compare with.');
  return nonGateable(
    named.branch === undefined
      ? 'The run that the launch named as the baseline is gone.'
      : `The branch ${named.branch} has no earlier run with a verdict to compare with.`,
  );
}

/** Advisory assertions decide nothing here either. */
function regressed({ run, baseline, shared }: Compared): GateFinding {
  if (scoreIntegrity(run) !== 'valid' || scoreIntegrity(baseline) !== 'valid')
    return nonGateable('The scores of a run are missing or contradict themselves.');
  const worse = shared.flatMap((pair) =>
    scoreDeltas(pair.base, pair.compare)
      .filter(
        ({ deterministic, gating, base, compare }) =>
          deterministic && gating && base?.passed === true && compare?.passed === false,
      )
      .map(({ scorerId, compare }) => ({
        assertion: `${assertionOf(scorerId)} of "${quoteName(pair.compare.title)}"`,
        rate: compare?.value ?? 0,
      })),
  );
  const found = atMost({
    what: 'The number of assertions that passed in the baseline and fail now',
    observed: worse.length,
    threshold: 0,
    shown: countText,
    shownMargin: shownExcess,
  });
  const [first] = worse;
  if (!first) return found;
  return {
    ...found,
    message: `${found.message} The first is ${first.assertion}, which held in each trial and now in ${rateText(first.rate)}.`,
    note: `first: ${first.assertion}`,
  };
}

/** The type of the assertion that a scorer id names: the id goes on with a hash of the assertion. */
const assertionOf = (scorerId: string): string => scorerId.replace(/\.[0-9a-f]{16}(?:\.\d+)?$/, '');

function dropped({ shared }: Compared, minSampleSize: number, minEffectSize: number): GateFinding {
  const [before, after] = [
    sumOfCounts(shared.map((pair) => pair.base)).trials,
    sumOfCounts(shared.map((pair) => pair.compare)).trials,
  ];
  if (before < minSampleSize || after < minSampleSize)
    return nonGateable(
      `Either run needs ${minSampleSize} gradeable trials: the baseline has ${before}, the run ${after}.`,
    );
  const { old, now } = standardisedCounts(shared);
  const { difference, smallestEffect } = passRateDifference(old, now);
  if (!difference) return nonGateable('No case has gradeable trials in both runs.');
  const isDrop = difference.upper < 0;
  return differenceFinding({
    difference,
    minEffectSize,
    isDrop,
    message: describeDifference({
      difference,
      smallestEffect,
      noise: isDrop ? 'regression' : difference.lower > 0 ? 'improvement' : 'withinNoise',
    }),
  });
}
