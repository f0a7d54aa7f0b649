import type { CompareCase, CompareCaseSide, EvalRunCompare, Unfairness } from '@assay/contract/areas/analysis/compare';
import { unfairnessOf } from './fairness.ts';
import { noiseOf, type CountsPair } from './noise.ts';
import { isSameTest, isShared, pairCases, type CasePair } from './pairs.ts';
import { countsOf, passRateDifference, measuredPassRate, standardisedCounts, sumOfCounts } from './pass-rates.ts';
import { describeDifference } from './in-words.ts';
import { scoreDeltas } from './scores.ts';
import { caseVerdictOf, type CaseFacts, type SideFacts } from './sides.ts';

/** The comparison of two runs, case by case and overall; statistics are null where the comparison would not be fair. */
export interface RunComparison {
  reasons: Unfairness[];
  cases: CompareCase[];
  statistics: EvalRunCompare['statistics'];
}

/**
 * Compares a run with a baseline. Verdicts say which cases changed; intervals say whether the change is more than
 * noise. The causes of failures are not known here.
 */
export function compareCases(base: SideFacts, compare: SideFacts): RunComparison {
  const pairs = pairCases(base, compare);
  const reasons = unfairnessOf(base, compare, pairs);
  const areFairSides = reasons.every(({ side }) => side === undefined);
  const noise = noiseOf(pairs.map((pair) => (areFairSides ? contrastOf(pair) : undefined)));
  return {
    reasons,
    cases: pairs.map((pair, i) => caseOf(pair, noise[i]!)),
    statistics: reasons.length === 0 ? statisticsOf(pairs) : null,
  };
}

function contrastOf(pair: CasePair): CountsPair {
  return isShared(pair) && isSameTest(pair) ? { old: countsOf(pair.base), now: countsOf(pair.compare) } : undefined;
}

function caseOf(pair: CasePair, noise: CompareCase['noise']): CompareCase {
  const { key: caseKey, base, compare } = pair;
  const status = statusOf(pair);
  const differ = (of: 'contentHash' | 'evaluationHash') => isShared(pair) && pair.base[of] !== pair.compare[of];
  return {
    caseKey,
    title: (compare ?? base)!.title,
    status,
    label: labelOf(status, noise),
    configChanged: differ('contentHash') || differ('evaluationHash'),
    evaluationConfigChanged: differ('evaluationHash'),
    scoreDeltas: scoreDeltas(base, compare),
    base: sideOf(base),
    compare: sideOf(compare),
    ...passRateDifference(countsOf(base ?? NOTHING), countsOf(compare ?? NOTHING)),
    noise,
  };
}

const NOTHING = { passed: 0, failed: 0 };

function statusOf(pair: CasePair): CompareCase['status'] {
  if (!pair.base) return 'new_case';
  if (!pair.compare) return 'removed_case';
  const [was, is] = [caseVerdictOf(pair.base), caseVerdictOf(pair.compare)];
  if (was === 'absent' || is === 'absent') return 'changed';
  if (was === is) return was === 'passed' ? 'unchanged_passed' : 'unchanged_failed';
  return is === 'passed' ? 'fixed' : 'regressed';
}

/** A status that stands alone must not call noise a regression, or a fix. */
const labelOf = (status: CompareCase['status'], noise: CompareCase['noise']): CompareCase['label'] =>
  noise === 'withinNoise' && (status === 'regressed' || status === 'fixed') ? 'within_noise' : status;

const sideOf = (facts: CaseFacts | undefined): CompareCaseSide => ({
  outcome: caseVerdictOf(facts),
  iterationIds: facts?.iterationIds ?? [],
  representativeIterationId: facts?.representativeIterationId ?? null,
  error: null,
  passRate: measuredPassRate(countsOf(facts ?? NOTHING)),
});

/** The pass rate over the cases that are the same test in both runs. */
function statisticsOf(pairs: readonly CasePair[]): EvalRunCompare['statistics'] {
  const shared = pairs.filter(isShared).filter(isSameTest);
  const { old, now } = standardisedCounts(shared);
  const judgement = { ...passRateDifference(old, now), noise: noiseOf([{ old, now }])[0]! };
  return {
    base: { ...measuredPassRate(old), ...sumOfCounts(shared.map((pair) => pair.base)) },
    compare: { ...measuredPassRate(now), ...sumOfCounts(shared.map((pair) => pair.compare)) },
    ...judgement,
    sharedCases: shared.length,
    message: describeDifference(judgement),
  };
}
