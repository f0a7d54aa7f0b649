import '../../components/code/code.css';
import '../../components/inspector/inspector.css';
import { useQuery } from '@tanstack/react-query';
import { Button } from '../../components/button/button.tsx';
import { Foreign } from '../../components/foreign/foreign.tsx';
import { Mark } from '../../components/mark/mark.tsx';
import { Outcome } from '../../components/outcome/outcome.tsx';
import { ActionError, PartError } from '../../components/part/part.tsx';
import { client } from '../../data/client.ts';
import { operationQuery, type ReplyOf } from '../../data/operations.ts';
import { useAction } from '../../data/use-action.ts';
import { useMemberNames } from '../../data/use-members.ts';
import { copyText } from '../../lib/copy-text.ts';
import { writeCountOf } from '../../lib/format/numbers.ts';
import { writeDuration, writeTime } from '../../lib/format/times.ts';
import type { ServerRead } from '../server/server-tab.ts';

type Tunnel = ReplyOf<'getTunnel'>;

/** The ends of an opening that its command did not make. */
const ends: Record<Exclude<NonNullable<Tunnel['openings'][number]['end']>, 'disconnected'>, string> = {
  closed: 'was closed',
  replaced: 'another connection replaced it',
  lost: 'its gateway vanished',
};
const SHOWN = 5;

/** The tunnel of a server on a machine that the platform cannot reach. Operations: getTunnel, closeTunnel. */
export function TunnelPart({ server, mayWrite }: { server: ServerRead; mayWrite: boolean }) {
  const address = { projectId: server.projectId, serverId: server.id };
  const tunnel = useQuery(operationQuery('getTunnel', address));
  const nameOf = useMemberNames(server.projectId);
  const close = useAction(() => client.closeTunnel(address, {}), { changes: ['getTunnel'] });
  const status = tunnel.data?.status;
  const quoted = /^[\w.-]+$/.test(server.name) ? server.name : `'${server.name.replaceAll("'", `'\\''`)}'`;
  const command = `npx assay tunnel \\\n  --url http://localhost:3000/mcp \\\n  --name ${quoted}`;
  return (
    <aside className="frame inspector settings-tunnel" aria-label="Tunnel">
      <div className="pane-head">
        <h2 className="grow">Tunnel</h2>
        {status === 'open' ? (
          <Outcome kind="passed" word="open" calm />
        ) : status === 'waiting' ? (
          <Outcome kind="pending" word="waits for its command" calm />
        ) : (
          <Outcome kind="open" word="not open" calm />
        )}
      </div>
      <div className="pad">
        <p>For a server on your own machine that Assay cannot reach. One command opens it, for as long as it runs:</p>
        <pre className="code">{command}</pre>
        <div className="row wrap server-actions">
          <Button icon="copy" onClick={() => copyText(command.replace(/\\\n\s+/g, ''), 'The command')}>
            Copy
          </Button>
          {mayWrite && (status === 'open' || status === 'waiting') && (
            <Button disabled={close.isRunning} onClick={() => close.run(undefined)}>
              Close it
            </Button>
          )}
          <span className="faint small">It prints no headers and no bodies.</span>
        </div>
        <ActionError error={close.error} />
        {tunnel.error && <PartError error={tunnel.error} what="tunnel" onAgain={() => void tunnel.refetch()} />}
        {tunnel.data && tunnel.data.openings.length > 0 && (
          <>
            <h3 className="h2 server-part">Earlier</h3>
            <table className="dense tight bleed">
              <tbody>
                {tunnel.data.openings.slice(0, SHOWN).map(({ openedAt, endedAt, end, openedBy, requests }) => (
                  <tr key={openedAt}>
                    <td className="mark-cell">
                      <Mark kind={end === undefined || end === 'disconnected' ? 'passed' : 'open'} />
                    </td>
                    <td className="fit-cell muted">{writeTime(openedAt)}</td>
                    <td className="num">
                      <Foreign
                        text={[
                          nameOf(openedBy),
                          end === undefined
                            ? 'open'
                            : endedAt === undefined
                              ? undefined
                              : writeDuration(endedAt - openedAt),
                          writeCountOf(requests, 'request'),
                          end !== undefined && end !== 'disconnected' ? ends[end] : undefined,
                        ]
                          .filter((part) => part !== undefined)
                          .join(', ')}
                      />
                    </td>
                  </tr>
                ))}
              </tbody>
            </table>
          </>
        )}
        <p className="small faint settings-hint">While it is open the saved address is not used.</p>
      </div>
    </aside>
  );
}
