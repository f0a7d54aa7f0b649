import { Link } from '@tanstack/react-router';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { useOperation, type ItemOf } from '../../data/operations.ts';
import { writeTime } from '../../lib/format/times.ts';

type Surface = ItemOf<'listServerSurfaces'>;

/**
 * The surface that each environment met last, against the one that the server offers now. Operations: listMetSurfaces,
 * listServerSurfaces, listEnvironments.
 */
export function MetPart({ address }: { address: { projectId: string; serverId: string } }) {
  const { projectId } = address;
  const met = useOperation('listMetSurfaces', address);
  const surfaces = useOperation('listServerSurfaces', address, { limit: 50 });
  const environments = useOperation('listEnvironments', { projectId }, { limit: 200 });
  const nameOf = (id: string): string => environments.data?.items.find((one) => one.id === id)?.name ?? id;
  const known = surfaces.data?.items ?? [];
  const now = known[0];
  return (
    <Section title="What each environment met" about="a surface is all that a server offers, with its hash">
      <Part of={met} what="surfaces that environments met" rows={3}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="faint">No run has met it yet.</p>
          ) : (
            <div className="frame">
              <table className="dense tight">
                <thead>
                  <tr>
                    <th className="mark-cell" aria-label="Change" />
                    <th scope="col">Environment</th>
                    <th scope="col">Surface</th>
                    <th scope="col" className="num">
                      Met
                    </th>
                    <th scope="col" className="num">
                      Against now
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {items.map(({ environmentId, runId, runNumber, hash, metAt }) => (
                    <tr key={environmentId ?? 'none'}>
                      <td className="mark-cell">
                        <Mark
                          kind={now === undefined ? 'pending' : hash === now.hash ? 'passed' : 'warning'}
                          word={hash === now?.hash ? 'The same as now' : 'Another one than now'}
                        />
                      </td>
                      <td className="fill-cell cut">
                        {environmentId === undefined ? (
                          <span className="muted">none</span>
                        ) : (
                          <Foreign text={nameOf(environmentId)} />
                        )}
                      </td>
                      <td className="fit-cell">
                        <code className="faint">{hash.replace('sha256:', '').slice(0, 6)}</code>
                      </td>
                      <td className="num fit-cell muted">
                        <Link className="in-text" to="/p/$projectId/runs/$runId" params={{ projectId, runId }}>
                          run {runNumber}
                        </Link>
                        , {writeTime(metAt)}
                      </td>
                      <td className="num fit-cell muted">
                        <Against hash={hash} now={now} known={known} address={address} />
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

/** Whether a surface is the present one; another one that is kept leads to the comparison of both. */
function Against({
  hash,
  now,
  known,
  address,
}: {
  hash: string;
  now: Surface | undefined;
  known: readonly Surface[];
  address: { projectId: string; serverId: string };
}) {
  if (now === undefined) return '–';
  if (hash === now.hash) return 'the same';
  const from = known.find((one) => one.hash === hash);
  if (!from) return 'another one';
  return (
    <Link
      to="/p/$projectId/servers/$serverId"
      params={address}
      search={{ tab: 'drift', from: from.surfaceId, to: now.surfaceId }}
    >
      differs
    </Link>
  );
}
