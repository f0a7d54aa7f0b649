import { Note } from '../../components/note/note.tsx';
import { writeCount } from '../../lib/format/numbers.ts';
import { markOfTrial, type Check } from './trial-marks.ts';
import type { TriedCase, TriedTrial } from './use-case-preview.ts';

/** The trials of a run in words: `All 10 trials`. */
export const trialsWord = (count: number): string =>
  count === 1 ? 'The one trial' : `All ${writeCount(count)} trials`;

const failing = (results: readonly Check[]): number =>
  results.filter(({ status, role }) => status === 'failed' && role !== 'advisory').length;

/** "2 of 3 would fail with your changes", and what the saved case says. */
export function TrialSummary({
  tried: { edited, saved },
  trial,
  isChanged,
}: {
  tried: TriedCase;
  trial: TriedTrial;
  isChanged: boolean;
}) {
  const failed = failing(trial.results);
  const gating = trial.results.filter(({ role }) => role !== 'advisory').length;
  const before = saved?.trials.find(({ iterationId }) => iterationId === trial.iterationId);
  const passing = (edited?.trials ?? []).filter(({ wouldPass }) => wouldPass === true).length;
  const passed = saved?.trials.filter(({ wouldPass }) => wouldPass === true).length;
  return (
    <Note
      kind={markOfTrial(trial)}
      title={
        failed > 0
          ? `${failed} of ${gating} ${isChanged ? 'would fail with your changes' : 'fail as saved'}`
          : trial.wouldPass === null
            ? 'Not every assertion could be judged on this trial'
            : `All ${gating} ${isChanged ? 'would pass with your changes' : 'pass as saved'}`
      }
    >
      {before && isChanged && (
        <>
          As saved, {failing(before.results)} of {before.results.filter(({ role }) => role !== 'advisory').length}{' '}
          fail.{' '}
        </>
      )}
      Of {trialsWord(edited?.trials.length ?? 0).toLowerCase()} of that run {writeCount(passing)}{' '}
      {isChanged ? 'would pass' : 'pass'}
      {!isChanged || passed === undefined
        ? ''
        : passed === passing
          ? ', as before'
          : `; ${writeCount(passed)} as saved`}
      .
    </Note>
  );
}
