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

/** What to do about each reason of a stop. */
const STEPS: Partial<Record<NonNullable<EvalRun['stopped']>['code'], string>> = {
  PROVIDER_UNAVAILABLE: 'Start it, or change its address; then rerun what is missing.',
  PROVIDER_REFUSED_KEY: 'Change its key; then rerun what is missing.',
  PROVIDER_QUOTA_EXHAUSTED: 'Raise the quota with the provider; then rerun what is missing.',
  PROVIDER_RATE_LIMITED: 'Wait until the limit is over; then rerun what is missing.',
  BUDGET_EXHAUSTED: 'Raise the budget, or rerun what is missing with another one.',
  QUEUE_TIME_LIMIT: 'Start a runner that has the labels of the run; then rerun what is missing.',
};

/** Why a run was stopped, with its code and what to do. */
export function StopNote({ run: { stopped, undecided } }: { run: EvalRun }) {
  if (!stopped) return null;
  const step = STEPS[stopped.code] ?? 'Then rerun what is missing.';
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
        <Foreign text={stopped.message} /> {step}{' '}
        {stopped.resetsAt !== undefined && `It makes sense again from ${writeTime(stopped.resetsAt)} on. `}
      </Note>
    </div>
  );
}
