import { Foreign } from '../../components/foreign/foreign.tsx';
import { Inspector } from '../../components/inspector/inspector.tsx';
import { Note } from '../../components/note/note.tsx';
import { Part } from '../../components/part/part.tsx';
import { useOperation } from '../../data/operations.ts';
import { writeTime } from '../../lib/format/times.ts';
import { CardAgainstServer } from './card-against-server.tsx';
import { InstallForm } from './install-form.tsx';
import { isCommand, titleOf } from './registry-words.tsx';

/** The card of a published server, and what an install of it would do. Operations: getDirectoryServer. */
export function RegistryInspector({
  projectId,
  idOrName,
  onClose,
}: {
  projectId: string;
  idOrName: string;
  onClose: () => void;
}) {
  const card = useOperation('getDirectoryServer', { idOrName }, {});
  const title = card.data ? titleOf(card.data) : 'Published server';
  return (
    <Inspector label={title} title={<Foreign text={title} />} onClose={onClose}>
      <Part of={card} what="card" rows={6}>
        {(data) => {
          const remote = data.endpoints.find((endpoint) => !isCommand(endpoint));
          const command = data.endpoints.find(isCommand);
          return (
            <>
              <p>
                <code className="muted">
                  <Foreign text={data.name} />
                </code>{' '}
                <span className="faint">
                  <Foreign text={data.version} />
                  {data.publishedAt !== undefined &&
                    !Number.isNaN(Date.parse(data.publishedAt)) &&
                    ` of ${writeTime(Date.parse(data.publishedAt))}`}
                </span>
              </p>
              <p className="registry-about">
                <Foreign text={data.description} />
              </p>
              {data.stale && (
                <Note kind="open" title="Its source does not answer">
                  This is the last answer of <Foreign text={data.source} />.
                </Note>
              )}
              {data.status !== 'active' && <Note kind="warning" title={`The publisher marks it as ${data.status}`} />}
              {remote && (
                <CardAgainstServer projectId={projectId} card={data} endpoint={remote} key={`ask ${remote.id}`} />
              )}
              {remote && (
                <InstallForm projectId={projectId} card={data} endpoint={remote} hasKey key={`install ${remote.id}`} />
              )}
              {command && (
                <InstallForm
                  projectId={projectId}
                  card={data}
                  endpoint={command}
                  hasKey={!remote}
                  key={`install ${command.id}`}
                />
              )}
              {data.endpoints.length === 0 && (
                <Note kind="note" title="Nothing can be installed">
                  The card describes a server and offers neither an address nor a package.
                </Note>
              )}
            </>
          );
        }}
      </Part>
    </Inspector>
  );
}
