import { Link } from '@tanstack/react-router';
import { Mark } from '../../components/mark/mark.tsx';
import { Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { useOperation } from '../../data/operations.ts';
import { writeCount } from '../../lib/format/numbers.ts';
import { writeTime } from '../../lib/format/times.ts';

const SHOWN = 6;

/** The last surfaces that a server offered. Operations: listServerSurfaces. */
export function MetPart({ address }: { address: { projectId: string; serverId: string } }) {
  const surfaces = useOperation('listServerSurfaces', address, { limit: SHOWN });
  if (surfaces.data?.items.length === 0) return undefined;
  return (
    <Section title="What it offered" about="a surface is all that a server offers, with its hash">
      <Part of={surfaces} what="surfaces" rows={3}>
        {({ items }) => (
          <div className="frame">
            <table className="dense tight">
              <thead>
                <tr>
                  <th className="mark-cell" aria-label="Change" />
                  <th scope="col">Surface</th>
                  <th scope="col">First seen</th>
                  <th scope="col">Last seen</th>
                  <th scope="col" className="num">
                    Times
                  </th>
                  <th scope="col" className="num">
                    Against the one before
                  </th>
                </tr>
              </thead>
              <tbody>
                {items.map(({ surfaceId, hash, firstSeenAt, lastSeenAt, timesSeen, changesFromPrevious: changes }) => (
                  <tr key={surfaceId}>
                    <td className="mark-cell">
                      <Mark
                        kind={changes && changes.breaking > 0 ? 'warning' : 'passed'}
                        word={changes && changes.breaking > 0 ? 'Breaks callers' : 'Compatible'}
                      />
                    </td>
                    <td className="fill-cell cut">
                      <code className="faint">{hash.replace('sha256:', '').slice(0, 6)}</code>
                    </td>
                    <td className="fit-cell muted">{writeTime(firstSeenAt)}</td>
                    <td className="fit-cell muted">{writeTime(lastSeenAt)}</td>
                    <td className="num fit-cell faint">{writeCount(timesSeen)}</td>
                    <td className="num fit-cell muted">
                      {!changes ? (
                        'the first'
                      ) : changes.breaking > 0 ? (
                        <Link to="/p/$projectId/servers/$serverId" params={address} search={{ tab: 'drift' }}>
                          {changes.breaking} breaking
                        </Link>
                      ) : (
                        'compatible'
                      )}
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
