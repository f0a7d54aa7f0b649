import { Link } from '@tanstack/react-router';
import { Button } from '../../components/button/button.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Part } from '../../components/part/part.tsx';
import { Section } from '../../components/section/section.tsx';
import { useOperation } from '../../data/operations.ts';
import { writeTime } from '../../lib/format/times.ts';

/** The servers of the project that come from a registry, with their updates. Operations: listRegistryConnections. */
export function InstalledServers({
  projectId,
  onCompare,
}: {
  projectId: string;
  onCompare: (registryServerId: string) => void;
}) {
  const installed = useOperation('listRegistryConnections', { projectId }, {});
  if (installed.data?.items.length === 0) return undefined;
  return (
    <Section title="Installed here" about="from a registry">
      <Part of={installed} what="installed servers" rows={2}>
        {({ items }) => (
          <div className="frame">
            <table className="dense tight registry-padded">
              <thead>
                <tr>
                  <th scope="col">Server</th>
                  <th scope="col">Installed</th>
                  <th scope="col">Available</th>
                  <th scope="col">What an update would change</th>
                  <th aria-label="Action" />
                </tr>
              </thead>
              <tbody>
                {items.map(({ serverId, serverName, version, latestVersion, updateAvailable, registryServerId }) => (
                  <tr key={serverId}>
                    <td className="fit-cell medium">
                      <Link className="plain" to="/p/$projectId/servers/$serverId" params={{ projectId, serverId }}>
                        <Foreign text={serverName} />
                      </Link>
                    </td>
                    <td className="fit-cell">
                      <code className="muted">
                        <Foreign text={version} />
                      </code>
                    </td>
                    <td className="fit-cell">
                      <code>
                        <Foreign text={latestVersion} />
                      </code>
                    </td>
                    <td className="fill-cell cut muted">
                      {updateAvailable
                        ? 'shown before it is taken; headers and secrets stay'
                        : 'nothing: it is the newest'}
                    </td>
                    <td className="num fit-cell">
                      <Button small onClick={() => onCompare(registryServerId)}>
                        {updateAvailable ? 'Compare' : 'Show'}
                      </Button>
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

/** The sources that are searched, with the age of their answers. Operations: listDirectorySources. */
export function RegistrySources({
  unreachable,
  isStale,
  onAsk,
}: {
  unreachable: readonly string[];
  isStale: boolean;
  onAsk: () => void;
}) {
  const sources = useOperation('listDirectorySources', {});
  return (
    <Section title="Sources" about="set by the operator">
      <Part of={sources} what="sources" rows={1}>
        {({ items }) =>
          items.length === 0 ? (
            <p className="faint">The installation has no source: its operator sets REGISTRY_SOURCES.</p>
          ) : (
            <div className="frame">
              <table className="dense tight">
                <tbody>
                  {items.map(({ name, url, lastSeenAt }) => {
                    const isDown = unreachable.includes(name) || isStale;
                    return (
                      <tr key={name}>
                        <td className="mark-cell">
                          <Mark kind={isDown ? 'open' : lastSeenAt === undefined ? 'pending' : 'passed'} />
                        </td>
                        <td className="fit-cell medium">{name}</td>
                        <td className="fill-cell cut">
                          <code className="muted">{url}</code>
                        </td>
                        <td className={`fit-cell ${isDown ? 'open' : 'muted'}`}>
                          {lastSeenAt === undefined
                            ? 'never answered'
                            : isDown
                              ? `last answer ${writeTime(lastSeenAt)}`
                              : writeTime(lastSeenAt)}
                        </td>
                        <td className="num fit-cell">
                          {isDown && (
                            <Button small onClick={onAsk}>
                              Ask again
                            </Button>
                          )}
                        </td>
                      </tr>
                    );
                  })}
                </tbody>
              </table>
            </div>
          )
        }
      </Part>
    </Section>
  );
}
