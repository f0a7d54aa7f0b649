import { Link } from '@tanstack/react-router';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Section } from '../../components/section/section.tsx';
import { serverTabLink } from '../server/server-nav.tsx';
import type { ServerRead } from '../server/server-tab.ts';

/** The headers of every request, by name: values are never shown. */
export function HeadersAndSecrets({ server }: { server: ServerRead }) {
  const {
    headerNames = [],
    envNames = [],
    headerSecrets = {},
    envSecrets = {},
    hasClientSecret,
    transportType,
  } = server;
  const isCommand = transportType === 'stdio';
  const names = isCommand ? envNames : headerNames;
  const secrets = isCommand ? envSecrets : headerSecrets;
  const hasAuthorization = headerNames.some((name) => name.toLowerCase() === 'authorization');
  return (
    <Section
      title={isCommand ? 'Variables and secrets' : 'Headers and secrets'}
      aside={<Link {...serverTabLink({ projectId: server.projectId, serverId: server.id }, 'settings')}>Change</Link>}
    >
      <div className="frame tight">
        <table className="dense">
          <tbody>
            {names.map((name) => (
              <tr key={name}>
                <td className="fit-cell">
                  <code>
                    <Foreign text={name} />
                  </code>
                </td>
                <td className="fill-cell cut muted">{secrets[name] ? 'a secret of the project' : 'masked'}</td>
                <td className="num faint">{isCommand ? 'given to the command' : 'sent with every request'}</td>
              </tr>
            ))}
            {!isCommand && !hasAuthorization && (
              <tr>
                <td className="fit-cell muted">Authorization</td>
                <td className="faint">none saved</td>
                <td className="num faint">{server.useOAuth ? 'the token of the grant is sent' : 'nothing is sent'}</td>
              </tr>
            )}
            {!isCommand && (
              <tr>
                <td className="fit-cell muted">Client secret</td>
                <td className={hasClientSecret ? 'muted' : 'faint'}>{hasClientSecret ? 'masked' : 'none'}</td>
                <td className="num faint">{hasClientSecret ? 'proves the client' : 'a public client needs none'}</td>
              </tr>
            )}
            {isCommand && names.length === 0 && (
              <tr>
                <td className="faint">No variable is saved.</td>
              </tr>
            )}
          </tbody>
        </table>
      </div>
    </Section>
  );
}
