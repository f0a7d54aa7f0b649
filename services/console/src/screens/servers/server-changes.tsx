import { Link } from '@tanstack/react-router';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { useOperation, type ReplyOf } from '../../data/operations.ts';
import { writeTime } from '../../lib/format/times.ts';
import { kindOfState } from './server-words.ts';

type Change = ReplyOf<'listServerChanges'>['items'][number];

/** The last changes of the project's servers, with their meaning. Operations: listServerChanges. */
export function ServerChanges({ projectId }: { projectId: string }) {
  const changes = useOperation('listServerChanges', { projectId }, { limit: 6 });
  if (changes.data?.items.length === 0) return undefined;
  return (
    <Section title="What changed" about="the last changes of a state, or of what a server offers">
      <Part of={changes} what="changes" rows={4}>
        {({ items }) => (
          <div className="frame">
            <table className="dense tight servers-changes">
              <tbody>
                {items.map((change) => (
                  <tr key={change.id}>
                    <td className="num fit-cell faint">{writeTime(change.at)}</td>
                    <td className="mark-cell">
                      <Mark kind={kindOfState(change.to)} />
                    </td>
                    <td className="fit-cell medium servers-name">
                      <Link
                        className="plain"
                        to="/p/$projectId/servers/$serverId"
                        params={{ projectId, serverId: change.serverId }}
                        search={change.kind === 'surface' ? { tab: 'drift' } : {}}
                      >
                        <Foreign text={change.serverName} />
                      </Link>
                    </td>
                    <td className="fill-cell cut muted">
                      <Meaning change={change} />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </div>
        )}
      </Part>
    </Section>
  );
}

function Meaning({ change }: { change: Change }) {
  const { kind, from, fromCause, to, cause, breaking = 0, additive = 0, cosmetic = 0 } = change;
  if (kind === 'surface')
    return (
      <>
        offers something else: {breaking} breaking, {additive} additive, {cosmetic} cosmetic
      </>
    );
  const now =
    cause !== undefined && to !== 'well' ? (
      <code>{cause}</code>
    ) : to === 'well' ? (
      'ready'
    ) : (
      'ready, with something to look at'
    );
  if (from === undefined) return <>{now}, in its first diagnosis</>;
  return (
    <>
      {now}; it was {from === 'unusable' ? <code>{fromCause}</code> : 'ready'} before
    </>
  );
}
