import type { EvalRun } from '@assay/sdk';
import { Time } from '../../../components/figures/figures.tsx';
import { Foreign } from '../../../components/foreign/foreign.tsx';
import { Mark } from '../../../components/mark/mark.tsx';
import { Section } from '../../../components/section/section.tsx';

/** The messages that left the platform when the run ended, as far as the run knows them. */
export function SentAutomatically({ run: { completedAt, ciMetadata } }: { run: EvalRun }) {
  return (
    <Section title="Sent automatically">
      <div className="frame">
        <table>
          <tbody>
            <tr>
              <td className="mark-cell">
                <Mark kind="note" word="" />
              </td>
              <td className="fit-cell muted">{completedAt !== null && <Time time={completedAt} />}</td>
              <td>
                Event <code>RunFinished</code>
              </td>
              <td className="num muted">to the event bus</td>
            </tr>
            <tr>
              <td className="mark-cell">
                <Mark kind="pending" word="" />
              </td>
              <td className="fit-cell muted">–</td>
              <td>
                {ciMetadata?.commitSha === undefined ? (
                  'Check on a commit'
                ) : (
                  <>
                    Check on commit <code>{ciMetadata.commitSha.slice(0, 7)}</code>
                  </>
                )}
              </td>
              <td className="num muted">
                {ciMetadata?.commitSha === undefined ? 'launched without a commit' : 'set by the job that launched it'}
              </td>
            </tr>
            {ciMetadata?.runUrl !== undefined && (
              <tr>
                <td className="mark-cell">
                  <Mark kind="note" word="" />
                </td>
                <td className="fit-cell muted">–</td>
                <td className="fill-cell cut" colSpan={2}>
                  Job <Foreign text={ciMetadata.runUrl} />
                </td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
