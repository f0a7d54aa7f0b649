import type { GateVerdict } from '@assay/contract/areas/gates/documents';
import type { WaveComparison } from '@assay/contract/areas/journey-runs/wave-comparison';
import type { GateWave, WaveGatePolicy, WaveGateReport } from '@assay/contract/areas/journey-runs/wave-gate';
import type { Fault } from '@assay/contract/fault';
import { describeDifference } from '@assay/grading/compare/in-words';
import {
  atLeast,
  atMost,
  differenceFinding,
  nonGateable,
  shownRate,
  withRateInterval,
  type GateFinding,
} from '@assay/grading/gate/verdicts';
import { quoteName } from '@assay/grading/quote';
import { smallestEffect } from '@assay/grading/statistics/smallest-effect';
import { trialsToSettle } from '@assay/grading/statistics/trials-to-settle';
import { wilsonInterval } from '@assay/grading/statistics/wilson';
import { describeWaveGate, gateLabel } from '@assay/grading/words/gate-words';
import { countText, fractionLineText, intervalText, rateText, usdText } from '@assay/grading/words/values';
import { FEWEST_GRADED } from '../journey-runs/wave-comparison.ts';
import type { WaveMining } from '../findings/mining-state.ts';

/** A wave as its gate sees it. */
export interface GatedWave extends Pick<WaveMining, 'isMined' | 'hasMiningFailed'> {
  sessions: WaveGateReport['sessions'];
  costUsd: number;
  /** Sessions of which a model's price is not known. */
  unpricedSessions: number;
  /** The findings that are `regressed` in it, unless they are dismissed. */
  regressed: { dimension: string; label: string }[];
  baseline:
    | { underWay: number; compared: Pick<WaveComparison, 'baseline' | 'wave' | 'difference' | 'conclusion' | 'pairs'> }
    | undefined;
}

type Rules = {
  [K in keyof Required<WaveGatePolicy>]: (
    wanted: NonNullable<WaveGatePolicy[K]>,
    wave: GatedWave,
    policy: WaveGatePolicy,
  ) => GateFinding;
};

/** One row per rule. */
const rules: Rules = {
  minimumGradedSessions: (wanted, { sessions: { graded } }) => ({
    ...atLeast({ what: 'The number of graded sessions', observed: graded, threshold: wanted, shown: countText }),
    // Few sessions say nothing about the target.
    ...(graded < wanted && { status: 'non_gateable' }),
  }),

  minimumPassRate: (wanted, { sessions }, { minimumGradedSessions = FEWEST_GRADED }) =>
    sessions.graded < minimumGradedSessions
      ? nonGateable(`${sessions.graded} sessions are graded; a pass rate needs at least ${minimumGradedSessions}.`)
      : passRateVerdict(wanted, sessions),

  noRegressedFindings: ({ dimensions }, { isMined, hasMiningFailed, regressed }) => {
    if (!isMined)
      return nonGateable(
        hasMiningFailed
          ? 'The mining of the findings failed, and is tried again.'
          : 'The findings of the wave are not mined yet.',
      );
    const found = regressed.filter(({ dimension }) => dimensions?.includes(dimension) ?? true);
    const verdict = atMost({
      what: 'The number of regressed findings',
      observed: found.length,
      threshold: 0,
      shown: countText,
    });
    const [first] = found;
    if (!first) return verdict;
    const told = `${first.dimension} of "${quoteName(first.label)}"`;
    return { ...verdict, message: `${verdict.message} The first is ${told}.`, note: `first: ${told}` };
  },

  passRateRegression: ({ minSampleSize = FEWEST_GRADED, minEffectSize = MIN_EFFECT }, { baseline }) =>
    dropVerdict(baseline, minSampleSize, minEffectSize),

  maximumCostUsd: (wanted, { costUsd, unpricedSessions }) =>
    costUsd <= wanted && unpricedSessions > 0
      ? nonGateable(`The price of model calls is not known in ${unpricedSessions} sessions.`)
      : atMost({
          what: 'The cost of the model calls',
          observed: costUsd,
          threshold: wanted,
          shown: usdText,
        }),

  maximumBrokenOffRate: (wanted, { sessions: { total, settledEarly, brokenOff } }) => {
    const held = total - settledEarly;
    if (held === 0) return nonGateable('The wave has no sessions.');
    const found = atMost({
      what: `The share of sessions that broke off (${brokenOff} of ${held})`,
      observed: brokenOff / held,
      threshold: wanted,
      shown: shownRate,
    });
    return withRateInterval(found, wilsonInterval(brokenOff, held)!);
  },
};

/** The smallest drop that counts where a policy does not say. */
const MIN_EFFECT = 0.01;

/** The interval decides, not the observed rate: what it does not exclude is open. */
function passRateVerdict(wanted: number, { graded, passed }: GatedWave['sessions']): GateFinding {
  const interval = wilsonInterval(passed, graded)!;
  const observed = passed / graded;
  const measured = withRateInterval(
    {
      status: 'non_gateable',
      message: `${countText(passed)} of ${countText(graded)} graded sessions passed: ${rateText(observed, wanted)}, 95 % interval ${intervalText(interval, wanted)}; at least ${fractionLineText(wanted)} is required.`,
      observed,
      observedText: rateText(observed, wanted),
      threshold: wanted,
      thresholdText: `at least ${fractionLineText(wanted)}`,
    },
    interval,
  );
  const isMet = wanted === 1 ? passed === graded : interval.lower >= wanted;
  const isMissed = wanted === 1 ? passed < graded : interval.upper < wanted;
  if (isMet || isMissed) return { ...measured, status: isMet ? 'passed' : 'failed' };
  const needed = trialsToSettle(observed, wanted);
  const more =
    needed === null
      ? 'No number of sessions at exactly this rate decides it.'
      : `About ${needed} graded sessions at this rate would decide it.`;
  return { ...measured, message: `${measured.message} ${more}` };
}

function dropVerdict(baseline: GatedWave['baseline'], minSampleSize: number, minEffectSize: number): GateFinding {
  if (!baseline) return nonGateable('There is no baseline wave to compare with.');
  const { underWay, compared } = baseline;
  if (underWay > 0) return nonGateable(`${underWay} sessions of the baseline wave are under way or not graded yet.`);
  const { baseline: old, wave: now, difference, pairs, conclusion } = compared;
  if (!difference || Math.min(old.denominator, now.denominator) < minSampleSize)
    return nonGateable(
      `Either wave needs ${minSampleSize} graded sessions of the same journeys and targets: the baseline has ${old.denominator}, the wave ${now.denominator}.`,
    );
  const isDrop = conclusion === 'worse';
  const told = describeDifference({
    difference,
    smallestEffect: smallestEffect(old.denominator, now.denominator, old.value!),
    noise: isDrop ? 'regression' : conclusion === 'better' ? 'improvement' : 'withinNoise',
  });
  return differenceFinding({
    difference,
    minEffectSize,
    isDrop,
    message: `${told} ${pairs.total} pairs of sessions were compared.`,
  });
}

/** The fault of a request that its schema cannot express. */
export function waveGateFault(waveId: string, { policy, baselineWaveId }: GateWave): Fault | undefined {
  if (baselineWaveId === waveId) return { path: '/baselineWaveId', message: 'must name another wave' };
  if (policy.passRateRegression && baselineWaveId === undefined)
    return { path: '/baselineWaveId', message: 'is needed by passRateRegression' };
  return undefined;
}

/** Evaluates every rule of a policy on a wave. Nothing is decided before the wave is over. */
export function evaluateWaveGate(
  policy: WaveGatePolicy,
  wave: GatedWave,
  baselineName?: string,
): Pick<WaveGateReport, 'sentence' | 'because' | 'outcome' | 'isOver' | 'verdicts'> {
  const { sessions } = wave;
  const { underWay, total } = sessions;
  const isOver = underWay === 0 && (wave.isMined || policy.noRegressedFindings === undefined);
  const verdicts = (Object.keys(rules) as (keyof WaveGatePolicy)[]).flatMap((gate): GateVerdict[] => {
    const wanted = policy[gate];
    if (wanted === undefined) return [];
    const rule = rules[gate] as (wanted: unknown, wave: GatedWave, policy: WaveGatePolicy) => GateFinding;
    const finding =
      underWay > 0
        ? nonGateable(`${underWay} of ${total} sessions are under way or not graded yet.`)
        : rule(wanted, wave, policy);
    return [{ gate, label: gateLabel(gate, { baselineName }), ...finding }];
  });
  const judged = { outcome: isOver ? outcomeOf(verdicts) : ('undecided' as const), isOver, verdicts };
  return { ...describeWaveGate({ ...judged, sessions }), ...judged };
}

function outcomeOf(verdicts: readonly GateVerdict[]): WaveGateReport['outcome'] {
  if (verdicts.some(({ status }) => status === 'failed')) return 'failed';
  return verdicts.every(({ status }) => status === 'passed') ? 'passed' : 'undecided';
}
