import { markOfCheck } from '../../components/assertion-list/assertion-marks.ts';
import { CallCard } from '../../components/call-card/call-card.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Time } from '../../components/figures/figures.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { Note } from '../../components/note/note.tsx';
import { Tag } from '../../components/tag/tag.tsx';
import { isSameJson } from '../../lib/same-json.ts';
import { openIssuesOf, writeGuess, type DraftEntry, type DraftTrial } from './draft-words.ts';

const TITLES: Record<DraftTrial['outcome'], string> = {
  passed: 'It passed',
  failed: 'It failed',
  undecided: 'It could not be judged',
};
const OUTCOMES: Record<DraftTrial['outcome'], MarkKind> = { passed: 'passed', failed: 'failed', undecided: 'open' };

/** The mark of a trial. */
export const kindOfTrial = ({ outcome }: DraftTrial): MarkKind => OUTCOMES[outcome];

/** The trial that is kept with a draft: how it ended, what each assertion said, and its calls. */
export function DraftTrialView({ entry, trial }: { entry: DraftEntry; trial: DraftTrial }) {
  const guesses = openIssuesOf(entry).flatMap(({ guess }) => guess ?? []);
  const used = guesses.filter(({ toolName, argument, value }) =>
    trial.calls.some((call) => call.toolName === toolName && isSameJson(call.arguments[argument], value)),
  );
  const isPassedGuess = trial.outcome === 'passed' && used.length > 0;
  return (
    <div className="col">
      <p className="small faint">
        <Time time={trial.triedAt} />
        {used.length > 0 && ', with the guess'}
      </p>
      {isPassedGuess ? (
        <Note kind="warning" title="It passed, and should not have">
          The server answers for {used.map(({ value }) => writeGuess(value)).join(', ')}, which was made up. As drafted,
          this case would never find that.
        </Note>
      ) : (
        <Note kind={kindOfTrial(trial)} title={TITLES[trial.outcome]}>
          {trial.faults.length > 0 && <Foreign text={trial.faults.join(' ')} />}
        </Note>
      )}
      {trial.checks.length > 0 && (
        <table className="top">
          <tbody>
            {trial.checks.map((check, index) => (
              <tr key={index}>
                <td className="mark-cell">
                  <Mark kind={markOfCheck(check)} />
                </td>
                <td>
                  <span className="row">
                    <code className="medium">{check.type}</code>
                    {check.role === 'advisory' && <Tag>advisory</Tag>}
                  </span>
                  <span className="muted">
                    <Foreign text={check.reason} />
                  </span>
                </td>
              </tr>
            ))}
          </tbody>
        </table>
      )}
      {trial.calls.map((call) => (
        <CallCard
          key={call.stepId}
          toolName={call.toolName}
          serverName={call.serverName}
          isError={call.isError}
          durationMs={call.durationMs}
          sent={call.arguments}
          came={call.result ?? call.error}
        />
      ))}
    </div>
  );
}
