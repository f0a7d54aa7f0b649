import { Duration, Time } from '../../components/figures/figures.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { usePages, type ItemOf } from '../../data/operations.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';

type ServerDiagnosis = ItemOf<'listServerDiagnoses'>;

const marks: Record<ServerDiagnosis['status'], MarkKind> = {
  ready: 'passed',
  partial: 'warning',
  oauth_required: 'open',
  error: 'failed',
};

/** The diagnoses of a server before, newest first. Operations: listServerDiagnoses. */
export function EarlierDiagnoses({ address }: { address: { projectId: string; serverId: string } }) {
  const diagnoses = usePages('listServerDiagnoses', address, { limit: 10 });
  return (
    <Section title="Earlier diagnoses">
      <Part of={diagnoses} what="earlier diagnoses">
        {() =>
          diagnoses.items!.length === 0 ? (
            <p className="faint">None is kept yet.</p>
          ) : (
            <div className="frame">
              <table className="dense wrapping">
                <tbody>
                  {diagnoses.items!.map(({ id, status, cause, diagnosedAt, toolCount, durationMs }) => (
                    <tr key={id}>
                      <td className="mark-cell">
                        <Mark
                          kind={status === 'ready' && cause !== undefined ? 'warning' : marks[status]}
                          word={status.replace('_', ' ')}
                        />
                      </td>
                      <td className="fit-cell muted">
                        <Time time={diagnosedAt} />
                      </td>
                      <td>
                        {cause === undefined ? (
                          `ready${toolCount === undefined ? '' : `, ${writeCountOf(toolCount, 'tool')}`}`
                        ) : (
                          <code className={status === 'error' ? 'failed' : 'warn'}>{cause}</code>
                        )}
                      </td>
                      <td className="num faint">
                        <Duration ms={durationMs} />
                      </td>
                    </tr>
                  ))}
                </tbody>
              </table>
            </div>
          )
        }
      </Part>
    </Section>
  );
}
