import { Section } from '../../components/section/section.tsx';
import { TrialDots } from '../../components/trial-dots/trial-dots.tsx';
import type { ItemOf } from '../../data/operations.ts';
import { writeCount } from '../../lib/format/numbers.ts';
import { kindOfVerdict } from '../../lib/run-verdict.ts';

type Run = ItemOf<'listEvalSuiteRuns'>;
type Revision = ItemOf<'listEvalSuiteRevisions'>;

/** The runs of a revision, oldest first. */
export const runsWith = (runs: readonly Run[], revision: number): Run[] =>
  runs.filter(({ suiteRevision }) => suiteRevision === revision).toReversed();

/** The numbers of the runs of a revision: `1 to 7`. */
export function runsOf(runs: readonly Run[], revision: number) {
  const own = runsWith(runs, revision);
  const [first, last] = [own[0], own.at(-1)];
  if (!first || !last) return <span className="faint">none</span>;
  if (first === last) return first.runNumber;
  const isRow = last.runNumber - first.runNumber === own.length - 1;
  return isRow ? `${first.runNumber} to ${last.runNumber}` : writeCount(own.length);
}

/** The most revisions that are listed. */
const SHOWN = 10;

/** The verdicts of the runs of each revision. */
export function RunsByRevision({ revisions, runs }: { revisions: readonly Revision[]; runs: readonly Run[] }) {
  if (runs.length === 0) return null;
  return (
    <Section title="Runs by revision" about={runs.length >= 100 ? 'of the newest 100 runs' : undefined}>
      <div className="frame">
        <table className="dense">
          <tbody>
            {revisions.slice(0, SHOWN).map(({ revisionNumber }) => {
              const own = runsWith(runs, revisionNumber);
              return (
                <tr key={revisionNumber}>
                  <td className="fit-cell medium">{`Revision ${revisionNumber}`}</td>
                  <td>
                    {own.length === 0 ? (
                      <span className="muted">no run</span>
                    ) : (
                      <TrialDots
                        noun="runs"
                        outcomes={own.map(({ verdict, completedAt }) =>
                          completedAt === null ? 'running' : kindOfVerdict(verdict),
                        )}
                      />
                    )}
                  </td>
                  <td className="num muted">{own.length > 0 && <>runs {runsOf(runs, revisionNumber)}</>}</td>
                </tr>
              );
            })}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
