import { Link } from '@tanstack/react-router';
import { markOfCheck } from '../../components/assertion-list/assertion-marks.ts';
import { Button } from '../../components/button/button.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Note } from '../../components/note/note.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { Dot } from '../../components/trial-dots/dot.tsx';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { CaseEvidence } from './case-evidence.tsx';
import type { PlacedAssertion } from './case-edit.ts';
import { markOfTrial, wordOfTrial } from './trial-marks.ts';
import { TrialSummary, trialsWord } from './trial-summary.tsx';
import type { TriedCase, TriedTrial } from './use-case-preview.ts';

/** The effect of an edit: its assertions on one recorded trial, and all trials of the run. */
export function CaseTrial({
  projectId,
  tried,
  trial,
  assertions,
  savedNames,
  onTrial,
  chosenStep,
  onStep,
  onCallLive,
  live,
  isChanged,
}: {
  projectId: string;
  tried: TriedCase;
  trial: TriedTrial | undefined;
  assertions: readonly PlacedAssertion[];
  /** The stored assertions, as JSON: one that is not among them is new. */
  savedNames: ReadonlySet<string>;
  onTrial: (iterationId: string) => void;
  chosenStep: string | undefined;
  onStep: (stepId: string) => void;
  /** Calls the tool of the chosen step; absent where the case calls none. */
  onCallLive: (() => void) | undefined;
  live: React.ReactNode;
  /** The assertions differ from the stored ones. */
  isChanged: boolean;
}) {
  const { run, edited } = tried;
  return (
    <section className="pane raised" aria-label="Tried">
      <header>
        <h2 className="no-wrap">
          {run && trial ? `Tried on iteration ${trial.iterationNumber} of run ${run.number}` : 'Not tried yet'}
        </h2>
        <span className="faint small cut">{run && trial && 'stored evidence; nothing was called'}</span>
        {onCallLive && (
          <span className="push">
            <Button small icon="run" onClick={onCallLive}>
              Call it live
            </Button>
          </span>
        )}
      </header>
      <div className="pad">
        {live}
        {!trial && <Untried tried={tried} hasAssertions={assertions.length > 0} />}
        {run && trial && edited && (
          <>
            <TrialSummary tried={tried} trial={trial} isChanged={isChanged} />
            <table className="top case-results">
              <tbody>
                {trial.results.map((check, index) => {
                  const { from, assertion } = assertions[index] ?? {};
                  const stepId = typeof from === 'object' ? from.stepId : undefined;
                  return (
                    <tr
                      key={index}
                      className={stepId !== undefined && stepId === chosenStep ? 'selected' : undefined}
                      onClick={() => stepId !== undefined && onStep(stepId)}
                    >
                      <td className="mark-cell">
                        <Mark kind={markOfCheck(check)} />
                      </td>
                      <td>
                        <span className="row">
                          <code className="medium">{check.type}</code>
                          {check.role === 'advisory' && <Tag>advisory</Tag>}
                          {assertion && !savedNames.has(JSON.stringify(assertion)) && <Tag tone="warn">new</Tag>}
                        </span>
                        <span className="muted">
                          <Foreign text={check.reason} />
                        </span>
                      </td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
            <CaseEvidence address={{ projectId, runId: run.id, iterationId: trial.iterationId }} trial={trial} />
            <h3 className="h2 case-dots-head">
              {trialsWord(edited.trials.length)} of run {run.number}
              {isChanged && ', under your changes'}
            </h3>
            <ul className="case-dots" aria-label="Trials">
              {edited.trials.map((each) => (
                <li key={each.iterationId}>
                  <button
                    type="button"
                    aria-pressed={each === trial}
                    aria-label={`Iteration ${each.iterationNumber}: ${wordOfTrial(markOfTrial(each))}`}
                    onClick={() => onTrial(each.iterationId)}
                  >
                    <Dot kind={markOfTrial(each)} />
                  </button>
                </li>
              ))}
            </ul>
            <p className="small faint">
              A filled square would fail. Choose one to read it
              {edited.withoutRecording > 0 &&
                `; ${writeCountOf(edited.withoutRecording, 'trial')} without a recording ${edited.withoutRecording === 1 ? 'is' : 'are'} left out`}
              .
            </p>
            <p className="small">
              <Link
                to="/p/$projectId/runs/$runId/i/$iterationId"
                params={{ projectId, runId: run.id, iterationId: trial.iterationId }}
              >
                Open the trace
              </Link>
            </p>
          </>
        )}
      </div>
    </section>
  );
}

function Untried({
  tried: { run, error, isTrying, edited },
  hasAssertions,
}: {
  tried: TriedCase;
  hasAssertions: boolean;
}) {
  if (!hasAssertions)
    return <p className="muted">Nothing is asserted, so that nothing can be tried. Add an assertion.</p>;
  if (error || edited)
    return (
      <Note kind="note" title="No recorded trial of this case">
        {run && `Run ${run.number} has none. `}Launch the suite with this case, then changes are tried on its trials.
      </Note>
    );
  if (isTrying) return <p className="muted">Trying…</p>;
  return (
    <Note kind="note" title="The suite has no completed run yet">
      After the first run every change here is tried on its recorded trials, without a call.
    </Note>
  );
}
