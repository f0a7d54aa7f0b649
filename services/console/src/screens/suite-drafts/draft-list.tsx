import { Check } from '../../components/field/check.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Segments } from '../../components/segments/segments.tsx';
import { writeCount } from '../../lib/format/numbers.ts';
import { kindOfTrial } from './draft-trial.tsx';
import { decisionOf, doubtOf, isDoubtful, linesOf, originWords, type DraftEntry } from './draft-words.ts';

/** The drafts by the input that they come from; a tick keeps a draft. */
export function DraftList({
  entries,
  selected,
  onSelect,
  isDoubtsOnly,
  onDoubtsOnly,
  onKeep,
  warnings,
}: {
  entries: readonly DraftEntry[];
  selected: string | undefined;
  onSelect: (draftId: string) => void;
  isDoubtsOnly: boolean;
  onDoubtsOnly: (isOn: boolean) => void;
  onKeep: (entry: DraftEntry, isKept: boolean) => void;
  /** The warnings of the jobs of these drafts. */
  warnings: readonly string[];
}) {
  const count = (decision: ReturnType<typeof decisionOf>): string =>
    writeCount(entries.filter((entry) => decisionOf(entry) === decision).length);
  const doubts = entries.filter((entry) => decisionOf(entry) === 'open' && isDoubtful(entry));
  const shown = isDoubtsOnly ? doubts : entries;
  return (
    <section className="pane raised" aria-label="Drafts">
      <header>
        <h2>Drafts</h2>
        <span className="faint small no-wrap">
          {count('kept')} kept, {count('rejected')} rejected, {count('open')} open
        </span>
        <span className="push wide-only">
          <Segments
            label="Shown"
            options={[
              ['all', `All ${writeCount(entries.length)}`],
              ['doubts', `Doubts ${writeCount(doubts.length)}`],
            ]}
            value={isDoubtsOnly ? 'doubts' : 'all'}
            onChange={(value) => onDoubtsOnly(value === 'doubts')}
          />
        </span>
      </header>
      <table className="draft-table">
        <tbody>
          {[...Map.groupBy(shown, ({ jobId }) => jobId)].map(([jobId, group]) => (
            <Group key={jobId} group={group} {...{ selected, onSelect, onKeep }} />
          ))}
        </tbody>
      </table>
      {warnings.map((warning) => (
        <p key={warning} className="small faint draft-foot">
          <Foreign text={warning} />
        </p>
      ))}
      {shown.length === 0 && <p className="faint draft-foot">No draft has a doubt.</p>}
    </section>
  );
}

function Group({
  group,
  selected,
  onSelect,
  onKeep,
}: {
  group: readonly DraftEntry[];
  selected: string | undefined;
  onSelect: (draftId: string) => void;
  onKeep: (entry: DraftEntry, isKept: boolean) => void;
}) {
  const [first] = group;
  return (
    <>
      <tr className="group">
        <td colSpan={3}>
          <span className="row">
            <span className="cut">
              {originWords(first!)} <span className="faint">{writeCount(group.length)}</span>
            </span>
            <span className="faint push no-wrap">
              {linesOf(group) ?? (first!.generationModel === 'scripted/rules' ? 'no model, no cost' : '')}
            </span>
          </span>
        </td>
      </tr>
      {group.map((entry) => {
        const { draftId, case: drafted } = entry.draft;
        const decision = decisionOf(entry);
        const doubt = decision === 'open' ? doubtOf(entry) : undefined;
        return (
          <tr
            key={draftId}
            className={[draftId === selected && 'selected', decision === 'rejected' && 'dropped']
              .filter(Boolean)
              .join(' ')}
            aria-selected={draftId === selected}
            onClick={() => onSelect(draftId)}
          >
            <td className="mark-cell">
              <Check
                aria-label={`Keep ${drafted.title}`}
                isOn={decision === 'kept'}
                onChange={(isOn) => onKeep(entry, isOn)}
              />
            </td>
            <td className="fill-cell">
              <div className="cut">
                <Foreign text={drafted.title} />
              </div>
              {doubt !== undefined && (
                <div className="small warn row draft-doubt">
                  <Mark kind="warning" word="Doubt" />
                  <span className="cut">
                    {doubt.argument !== undefined && <code>{doubt.argument}</code>}
                    {doubt.words}
                  </span>
                </div>
              )}
            </td>
            <td className="fit-cell num small faint">
              <span className="row draft-end">
                {decision === 'open' ? '' : decision}
                {entry.draft.trial && decision !== 'rejected' && <Mark kind={kindOfTrial(entry.draft.trial)} />}
              </span>
            </td>
          </tr>
        );
      })}
    </>
  );
}
