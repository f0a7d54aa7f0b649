import { Link } from '@tanstack/react-router';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { useOperation } from '../../data/operations.ts';
import { writeTime } from '../../lib/format/times.ts';

/**
 * The surface that each environment met last, against the one that was met last of all. Operations: listMetSurfaces,
 * listEnvironments.
 */
export function MetPart({ address }: { address: { projectId: string; serverId: string } }) {
  const { projectId } = address;
  const met = useOperation('listMetSurfaces', address);
  const environments = useOperation('listEnvironments', { projectId }, { limit: 200 });
  const nameOf = (id: string): string => environments.data?.items.find((one) => one.id === id)?.name ?? id;
  const newest = met.data?.items[0]?.hash;
  return (
    <Section title="What each environment met" about="the tools that a run read, with their hash">
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
                    <th scope="col">Version</th>
                    <th scope="col" className="num">
                      Met
                    </th>
                    <th scope="col" className="num">
                      Against the newest
                    </th>
                  </tr>
                </thead>
                <tbody>
                  {items.map(({ environmentId, runId, runNumber, hash, version, metAt }) => (
                    <tr key={environmentId ?? 'none'}>
                      <td className="mark-cell">
                        <Mark
                          kind={hash === newest ? 'passed' : 'warning'}
                          word={hash === newest ? 'The same as the newest' : 'Another one than the newest'}
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
                      <td className="fit-cell muted">{version === undefined ? '–' : <Foreign text={version} />}</td>
                      <td className="num fit-cell muted">
                        <Link className="in-text" to="/p/$projectId/runs/$runId" params={{ projectId, runId }}>
                          run {runNumber}
                        </Link>
                        , {writeTime(metAt)}
                      </td>
                      <td className="num fit-cell muted">{hash === newest ? 'the same' : 'another one'}</td>
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
