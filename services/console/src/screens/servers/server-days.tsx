import { Dot } from '../../components/trial-dots/dot.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { useOperation } from '../../data/operations.ts';
import { writeTime } from '../../lib/format/times.ts';
import { states, type ListedServer, type ServerState } from './server-words.ts';

const DAYS = 14;
/** At most this many servers have a strip. */
const MAX_STRIPS = 12;

const words: Record<ServerState, string> = {
  unusable: 'not usable',
  look: 'to look at',
  well: 'ready',
  unknown: 'not diagnosed',
};

/** The worst diagnosis of each of the last days, for the servers of the list. Operations: listServerDays. */
export function ServerDays({ projectId, servers }: { projectId: string; servers: readonly ListedServer[] }) {
  const utcOffsetMinutes = -new Date().getTimezoneOffset();
  const strips = useOperation('listServerDays', { projectId }, { days: DAYS, utcOffsetMinutes });
  return (
    <Section title={`The last ${DAYS} days`} about="the worst diagnosis of each day; a dot: not diagnosed">
      <Part of={strips} what="days" rows={4}>
        {({ items }) => (
          <div className="frame">
            <table className="dense tight">
              <tbody>
                {servers.slice(0, MAX_STRIPS).map((server) => (
                  <tr key={server.id}>
                    <td className="fit-cell medium servers-name">
                      <Foreign text={server.name} />
                    </td>
                    <td>
                      <Strip days={items.find(({ serverId }) => serverId === server.id)?.days ?? []} />
                    </td>
                    <td className="num faint">{aboutOf(server)}</td>
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

function Strip({ days }: { days: readonly (ServerState | null)[] }) {
  const all: readonly (ServerState | null)[] = days.length > 0 ? days : Array.from({ length: DAYS }, () => null);
  const counts = states
    .map(({ id }) => [words[id], all.filter((day) => day === id).length] as const)
    .filter(([, count]) => count > 0)
    .map(([word, count]) => `${word} on ${count}`);
  return (
    <span className="dots" role="img" aria-label={`${all.length} days: ${counts.join(', ') || 'none diagnosed'}`}>
      {all.map((day, index) => (
        <Dot key={index} kind={day === 'unusable' ? 'failed' : day === null ? 'pending' : 'passed'} />
      ))}
    </span>
  );
}

function aboutOf({ state, readyAt, stateSince, createdAt }: ListedServer): string {
  if (state === 'unusable') return readyAt === undefined ? 'never ready' : `ready until ${writeTime(readyAt)}`;
  return stateSince === undefined ? `added ${writeTime(createdAt)}` : `ready since ${writeTime(stateSince)}`;
}
