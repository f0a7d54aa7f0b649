import { Link } from '@tanstack/react-router';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark, type MarkKind } from '../../components/mark/mark.tsx';
import { Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { useOperation, type ItemOf } from '../../data/operations.ts';
import { writeCount, writeCountOf } from '../../lib/format/numbers.ts';

type ListedServer = ItemOf<'listProjectServers'>;
/** At most this many servers on the overview, the worst first. */
const SHOWN = 8;

const marks: Record<NonNullable<ListedServer['state']>, readonly [MarkKind, string]> = {
  unusable: ['failed', 'Cannot be used'],
  look: ['warning', 'Ready, with something to look at'],
  well: ['passed', 'Ready'],
  unknown: ['pending', 'Not diagnosed yet'],
};

/** The servers of a project by their last diagnosis, the worst first. */
export function OverviewServers({ projectId, total }: { projectId: string; total: number }) {
  const servers = useOperation('listProjectServers', { projectId }, { sort: 'state', limit: SHOWN });
  return (
    <Section
      title="Servers"
      aside={
        <Link to="/p/$projectId/servers" params={{ projectId }}>
          All {writeCount(total)}
        </Link>
      }
    >
      <div className="frame overview-servers">
        <Part of={servers} what="servers">
          {({ items }) => (
            <table className="dense">
              <tbody>
                {items.map((server) => {
                  const [kind, word] = marks[server.state ?? 'unknown'];
                  return (
                    <tr key={server.id}>
                      <td className="mark-cell">
                        <Mark kind={kind} word={word} />
                      </td>
                      <td className="medium name">
                        <Link
                          className="plain"
                          to="/p/$projectId/servers/$serverId"
                          params={{ projectId, serverId: server.id }}
                        >
                          <Foreign text={server.name} />
                        </Link>
                      </td>
                      <td className="muted fill-cell cut">{stateInWords(server)}</td>
                    </tr>
                  );
                })}
              </tbody>
            </table>
          )}
        </Part>
      </div>
    </Section>
  );
}

function stateInWords({ enabled, state = 'unknown', lastDiagnosis, toolCount }: ListedServer): React.ReactNode {
  if (!enabled) return 'switched off';
  if (state === 'unknown') return 'not diagnosed yet';
  if (state === 'unusable')
    return lastDiagnosis?.cause === undefined ? 'cannot be used' : <code>{lastDiagnosis.cause}</code>;
  return toolCount === undefined ? 'ready' : `ready, ${writeCountOf(toolCount, 'tool')}`;
}
