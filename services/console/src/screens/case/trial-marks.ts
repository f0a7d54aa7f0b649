import type { EvalStepAssertion } from '@assay/sdk';
import type { MarkKind } from '../../components/mark/mark.tsx';
import type { PlacedAssertion } from './case-edit.ts';
import type { TriedTrial } from './use-case-preview.ts';

/** The judgement of an assertion about a trial. */
export type Check = TriedTrial['results'][number];

const MARKS: Record<Check['status'], MarkKind> = {
  passed: 'passed',
  failed: 'failed',
  error: 'open',
  not_applicable: 'pending',
};

/** The mark of a check. */
export const markOfCheck = ({ status }: Check): MarkKind => MARKS[status];

/** The mark of a trial under the edit. */
export const markOfTrial = ({ wouldPass }: TriedTrial): MarkKind =>
  wouldPass === null ? 'open' : wouldPass ? 'passed' : 'failed';
/** The word of that mark. */
export const wordOfTrial = (kind: MarkKind): string =>
  kind === 'passed' ? 'would pass' : kind === 'failed' ? 'would fail' : 'could not be judged';

/** Whether an assertion reads the trial that is shown: its verdict there. */
export function markOfAssertion(
  assertion: EvalStepAssertion,
  trial: TriedTrial | undefined,
  assertions: readonly PlacedAssertion[],
): MarkKind {
  const check = trial?.results[assertions.findIndex((each) => each.assertion === assertion)];
  return check ? markOfCheck(check) : 'pending';
}
