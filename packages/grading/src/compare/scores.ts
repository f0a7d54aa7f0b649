import type { CaseScoreDelta, CaseScoreSide, ScoreContractScorer } from '@assay/contract/areas/analysis/compare';
import { numericDiff } from './numeric-diff.ts';
import type { CaseFacts, ScorerFacts } from './sides.ts';

/** One scorer over trials of any cases and definitions. */
export interface ScorerSums extends Omit<ScorerFacts, 'definitionHash'> {
  definitions: Set<string>;
}

/** Sums the results of each scorer, by its id. */
export function sumScores(cases: readonly Pick<CaseFacts, 'scores'>[]): Map<string, ScorerSums> {
  const sums = new Map<string, ScorerSums>();
  for (const { scores } of cases) {
    for (const { definitionHash, ...score } of scores) {
      const sum = sums.get(score.scorerId);
      if (sum) add(sum, score, definitionHash);
      else sums.set(score.scorerId, { ...score, definitions: new Set([definitionHash]) });
    }
  }
  return sums;
}

function add(sum: ScorerSums, score: Omit<ScorerFacts, 'definitionHash'>, definitionHash: string): void {
  for (const key of ['scored', 'passed', 'errors', 'skipped', 'notApplicable', 'total'] as const)
    sum[key] += score[key];
  sum.gating ||= score.gating;
  sum.deterministic &&= score.deterministic;
  sum.definitions.add(definitionHash);
}

/** The passed part of all expected results of the scorer; null for none. */
export function scorerPassRate({ scored, passed, errors, skipped }: ScorerSums): number | null {
  const due = scored + errors + skipped;
  return due === 0 ? null : passed / due;
}

export const meanScore = ({ scored, total }: ScorerSums): number | null => (scored === 0 ? null : total / scored);

/** The results of each scorer on one case, on both sides. */
export function scoreDeltas(base: CaseFacts | undefined, compare: CaseFacts | undefined): CaseScoreDelta[] {
  return joined(base ? [base] : [], compare ? [compare] : []).map(({ was, is, ...scorer }) => ({
    ...scorer,
    base: sideOf(was),
    compare: sideOf(is),
    value: numericDiff(was ? meanScore(was) : null, is ? meanScore(is) : null),
  }));
}

/** The results of each scorer on two whole runs. */
export function scorerChanges(base: readonly CaseFacts[], compare: readonly CaseFacts[]): ScoreContractScorer[] {
  return joined(base, compare).map(({ was, is, ...scorer }) => ({
    ...scorer,
    passRate: numericDiff(was ? scorerPassRate(was) : null, is ? scorerPassRate(is) : null),
    meanValue: numericDiff(was ? meanScore(was) : null, is ? meanScore(is) : null),
    errorCount: { base: was?.errors ?? 0, compare: is?.errors ?? 0 },
  }));
}

function joined(base: readonly CaseFacts[], compare: readonly CaseFacts[]) {
  const [before, after] = [sumScores(base), sumScores(compare)];
  return [...new Set([...after.keys(), ...before.keys()])].map((scorerId) => {
    const [was, is] = [before.get(scorerId), after.get(scorerId)];
    const { gating, deterministic } = (is ?? was)!;
    const definitionChanged = was !== undefined && is !== undefined && !areEqual(was.definitions, is.definitions);
    return {
      scorerId,
      gating,
      deterministic,
      definitionChanged,
      was,
      is,
    };
  });
}

const areEqual = (one: Set<string>, other: Set<string>) =>
  one.size === other.size && [...one].every((each) => other.has(each));

function sideOf(sums: ScorerSums | undefined): CaseScoreSide | null {
  if (!sums) return null;
  const { scored, passed, errors, skipped } = sums;
  if (scored > 0) return { status: 'scored', value: meanScore(sums), passed: passed === scored };
  return { status: errors > 0 ? 'error' : skipped > 0 ? 'skipped' : 'not_applicable', value: null, passed: null };
}
