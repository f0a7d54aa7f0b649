import type { EvalRun, EvalRunCaseCounts } from '@assay/sdk';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Note } from '../../../components/note/note.tsx';
import { writeTime } from '../../../lib/format/times.ts';
import { writeCount } from '../../../lib/format/numbers.ts';
import { stageWord } from './case-columns.tsx';

/** The number of failed cases, and the stage at which most of them failed. */
export function CasesWords({ counts }: { counts: EvalRunCaseCounts | undefined }) {
  const failed = counts?.outcome['failed'] ?? 0;
  if (!counts || failed === 0) return null;
  const [most] = Object.entries(counts.stage).toSorted(([, a], [, b]) => b - a);
  return (
    <>
      {writeCount(failed)} of {writeCount(counts.total)} cases failed
      {most && (
        <>
          , most at the stage <b>{stageWord(most[0])}</b>
        </>
      )}
      .
    </>
  );
}

/** Each reason of a stop in words, and the next step. */
const STEPS: Partial<Record<NonNullable<EvalRun['stopped']>['code'], string>> = {
  PROVIDER_UNAVAILABLE:
    'The provider of the model does not answer. Start it, or change its address; then rerun what is missing.',
  PROVIDER_REFUSED_KEY: 'The provider of the model refuses the key. Change the key; then rerun what is missing.',
  PROVIDER_QUOTA_EXHAUSTED: 'The quota with the provider is used up. Raise it; then rerun what is missing.',
  PROVIDER_RATE_LIMITED: 'The provider takes no more requests for now. Wait; then rerun what is missing.',
  BUDGET_EXHAUSTED: 'The budget is used up. Raise it, or rerun what is missing with another one.',
  QUEUE_TIME_LIMIT: 'No runner took the run in time. Start one that has its labels; then rerun what is missing.',
  RUN_TIME_LIMIT: 'The run took longer than it may. Rerun what is missing.',
};

/** Why a run was stopped, with its code and what to do. */
export function StopNote({ run: { stopped, undecided } }: { run: EvalRun }) {
  if (!stopped) return null;
  return (
    <div className="stop-note">
      <Note
        kind="open"
        title={
          <code>
            {stopped.code}
            {undecided && ` · ${undecided.reason}`}
          </code>
        }
      >
        {STEPS[stopped.code] ?? <Foreign text={stopped.message} />}{' '}
        {stopped.resetsAt !== undefined && `It makes sense again from ${writeTime(stopped.resetsAt)} on.`}
      </Note>
    </div>
  );
}
