import type { CasesWithoutGrading, GradingGap } from '@assay/contract/areas/eval-runs/cases-without-grading';
import type { EvalAssertion } from '@assay/contract/areas/cases/assertion';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import { assertionRoleOf } from '../assertions/score.ts';
import { assertionsOf } from '../iteration/checks.ts';
import { quoteName } from '../quote.ts';

/** How many cases decide nothing, of how many. */
export type GapCounts = Pick<CasesWithoutGrading, 'count' | 'total'>;

/** The counts, and the first cases. */
export type FoundGaps = Omit<CasesWithoutGrading, 'message'>;

/** At most this many cases are named, and listed in a sentence. */
const [NAMED, LISTED] = [20, 3];

/**
 * Why nothing decides a case; undefined for a case that something decides. `isJudged`: a gating judge reads its trials. A
 * tool call of a step decides, too, as its failure fails the trial, unless the case tolerates that.
 */
export function gradingGapOf(
  frozen: FrozenCase,
  suiteChecks: readonly EvalAssertion[],
  isJudged: boolean,
): GradingGap | undefined {
  const assertions = assertionsOf(frozen, suiteChecks);
  const { steps, isNegative, failOnToolError, matchOptions, expectedOutput } = frozen;
  const acts = steps.some(({ kind }) => kind === 'interact' || (kind === 'toolCall' && failOnToolError));
  const boundsCalls = matchOptions !== undefined && matchOptions.extraToolCalls !== 'unlimited';
  if (isJudged || isNegative || acts || boundsCalls) return undefined;
  if (assertions.some((assertion) => assertionRoleOf(assertion) === 'gating')) return undefined;
  if (expectedOutput !== undefined) return 'expectedOutputNotRead';
  return assertions.length > 0 ? 'advisoryOnly' : 'noAssertion';
}

/** The gaps of the cases of a run, by their positions, and what a run tells of them; null when there is none. */
export function findGradingGaps(
  cases: ReadonlyMap<number, FrozenCase>,
  suiteChecks: readonly EvalAssertion[],
  isJudged: (frozen: FrozenCase) => boolean,
): { gaps: Map<number, GradingGap>; found: FoundGaps | null } {
  const gaps = new Map<number, GradingGap>();
  for (const [position, frozen] of cases) {
    const gap = gradingGapOf(frozen, suiteChecks, isJudged(frozen));
    if (gap) gaps.set(position, gap);
  }
  if (gaps.size === 0) return { gaps, found: null };
  const named = [...gaps].slice(0, NAMED).map(([position, reason]) => {
    const { id: testCaseId, title } = cases.get(position)!;
    return { testCaseId, title, reason };
  });
  return { gaps, found: { count: gaps.size, total: cases.size, cases: named } };
}

/** Whether no case of a run decides. */
export const decidesNothing = (found: GapCounts | null | undefined): boolean =>
  found ? found.count >= found.total : false;

/** The cases that decide nothing, in one sentence. */
export function describeGradingGaps({ count, total, cases }: FoundGaps): string {
  const listed = cases.slice(0, LISTED).map(({ title }) => quoteName(title));
  const more = count > listed.length ? ` and ${count - listed.length} more` : '';
  return `${countGradingGaps({ count, total })}: ${listed.join(', ')}${more}.`;
}

/** The number of cases that decide nothing, in words. */
export const countGradingGaps = ({ count, total }: GapCounts): string =>
  `${count} of ${total} ${total === 1 ? 'case' : 'cases'} ${count === 1 ? 'decides' : 'decide'} nothing`;
