import type { GatePolicy, GateReport, GateVerdict, GateWords } from '@assay/contract/areas/gates/documents';
import type { GateWaiver } from '@assay/contract/areas/gates/waiver';
import type { WaveGatePolicy, WaveGateReport } from '@assay/contract/areas/journey-runs/wave-gate';
import { countText } from './values.ts';

/** Names that a label may have besides the measure. */
interface Labelled {
  scorerId?: string | undefined;
  baselineName?: string | undefined;
}

type Label = string | ((of: Labelled) => string);

const labels: Record<Exclude<keyof GatePolicy, 'baseline' | 'name'> | keyof WaveGatePolicy, Label> = {
  minimumPassRate: 'pass rate',
  maximumTotalTokens: 'tokens',
  maximumP95LatencyMs: 'p95 latency',
  maximumCostUsd: 'cost',
  noGatingScoreErrors: 'ungraded assertions',
  minimumScorerPassRate: ({ scorerId }) => `pass rate of ${scorerId}`,
  minimumMeanScore: ({ scorerId }) => `mean score of ${scorerId}`,
  noDeterministicRegressions: 'regressions',
  maximumP95LatencyIncreaseMs: 'p95 latency change',
  passRateRegression: ({ baselineName = 'the baseline' }) => `against ${baselineName}`,
  minimumGradedSessions: 'graded sessions',
  noRegressedFindings: 'regressed findings',
  maximumBrokenOffRate: 'broken off',
};

/** The measure of a rule, in a word or two. */
export function gateLabel(gate: keyof typeof labels, of: Labelled = {}): string {
  const label = labels[gate];
  return typeof label === 'string' ? label : label(of);
}

type Judged = Pick<GateReport, 'outcome' | 'verdicts'> & { policy: Pick<GatePolicy, 'name'> };

/** Describes the decision of a gate about a run, and the waiver in force. */
export function describeGate(
  { outcome, verdicts, policy: { name } }: Judged,
  waiver: Pick<GateWaiver, 'reason'> | null,
): GateWords {
  const waived = waiver ? [`A waiver lets the run pass: ${waiver.reason}`] : [];
  return {
    sentence: sentenceOf(name === undefined ? 'The gate' : `Gate ${name}`, outcome, verdicts),
    because: [...openMessages(verdicts), ...waived].join(' '),
  };
}

/** Describes the decision of a gate about a wave. */
export function describeWaveGate({
  outcome,
  isOver,
  verdicts,
  sessions: { underWay, total },
}: Pick<WaveGateReport, 'outcome' | 'isOver' | 'verdicts' | 'sessions'>): GateWords {
  if (underWay > 0)
    return {
      sentence: `The wave is under way: ${countText(underWay)} of ${sessionsText(total)} ${underWay === 1 ? 'is' : 'are'} not over or not graded yet.`,
      because: '',
    };
  const sentence = isOver
    ? sentenceOf('The gate of the wave', outcome === 'undecided' ? 'incomplete' : outcome, verdicts)
    : 'The gate of the wave is not decided yet: its findings are not mined.';
  return { sentence, because: openMessages(verdicts).join(' ') };
}

function sentenceOf(gate: string, outcome: GateReport['outcome'], verdicts: readonly GateVerdict[]): string {
  const counted = (status: GateVerdict['status']) =>
    `${countText(verdicts.filter((each) => each.status === status).length)} of ${rulesText(verdicts.length)}`;
  if (outcome === 'failed') return `${gate} failed: ${counted('failed')}.`;
  if (outcome === 'usage_error') return `${gate} cannot be applied: ${counted('usage_error')}.`;
  if (outcome === 'incomplete') return `${gate} is not decided: ${counted('non_gateable')} could not be measured.`;
  if (verdicts.length === 0) return `${gate} passed: it has no rules.`;
  return `${gate} passed: ${verdicts.length === 1 ? 'its rule holds' : `all ${countText(verdicts.length)} rules hold`}.`;
}

/** The messages of the rules that did not hold: failed ones first. */
const openMessages = (verdicts: readonly GateVerdict[]): string[] =>
  (['usage_error', 'failed', 'non_gateable'] as const).flatMap((status) =>
    verdicts.filter((each) => each.status === status).map(({ message }) => message),
  );

const rulesText = (count: number): string => `${countText(count)} ${count === 1 ? 'rule' : 'rules'}`;
const sessionsText = (count: number): string => `${countText(count)} ${count === 1 ? 'session' : 'sessions'}`;
