import type { EvalStepAssertion } from '@assay/sdk';
import { markOfCheck } from '../../components/assertion-list/assertion-marks.ts';
import type { MarkKind } from '../../components/mark/mark.tsx';
import type { PlacedAssertion } from './case-edit.ts';
import type { TriedTrial } from './use-case-preview.ts';

/** The outcome of an assertion on a trial. */
export type Check = TriedTrial['results'][number];

/** The mark of a trial under the edit. */
export const markOfTrial = ({ wouldPass }: TriedTrial): MarkKind =>
  wouldPass === null ? 'open' : wouldPass ? 'passed' : 'failed';
/** The word of that mark. */
export const wordOfTrial = (kind: MarkKind): string =>
  kind === 'passed' ? 'would pass' : kind === 'failed' ? 'would fail' : 'could not be judged';

/** The mark of an assertion on the trial that is shown; pending where it says nothing about it. */
export function markOfAssertion(
  assertion: EvalStepAssertion,
  trial: TriedTrial | undefined,
  assertions: readonly PlacedAssertion[],
): MarkKind {
  const check = trial?.results[assertions.findIndex((each) => each.assertion === assertion)];
  return check ? markOfCheck(check) : 'pending';
}
