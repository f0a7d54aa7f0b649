import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { given } from '@assay/contract/given';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import type { Egress } from '@assay/egress/egress';
import { unseal } from '@assay/kit/security/seal';
import { withKnownSecrets } from '@assay/inspect/mask';
import { targetForClient, timeoutsForClient } from '@assay/mcp/client-target';
import { DialectCache } from '@assay/mcp/handshake/dialects';
import { targetOf, timeoutsOf } from '@assay/mcp/saved-server';
import type { McpSession } from '@assay/mcp/session';
import type { StdioRules } from '@assay/mcp/target';
import type { ServerTarget } from '@assay/mcp/target';
import { wireEntryOf } from '@assay/mcp/transport/wire-entry';
import type { PlatformLink } from '../platform/platform-link.ts';
import { ownEntryFor } from '../platform/own-credentials.ts';
import { platformTokens } from '../platform/platform-tokens.ts';
import { currentRecorder } from '../recording/recorder.ts';

/**
 * Opens a session with a saved server, as a client of this configuration if there is one. Every message goes into the
 * trace of the iteration that it belongs to; so does the revision that such a client agreed on with the server.
 * `onTurn` is called when the server is asked: a command first waits while others start.
 */
export type ConnectSession = (
  server: SavedServer,
  traceparent: string,
  signal: AbortSignal | undefined,
  client?: ClientConfig,
  onTurn?: () => void,
) => Promise<McpSession>;

/** How this runner reaches servers, and the protocol dialects that it has learnt. */
export interface ServerReach {
  /** @throws Problem FORBIDDEN when the server left the place that the runner's own credentials are bound to. */
  target(server: SavedServer): ServerTarget;
  dialects: DialectCache;
}

/** Builds the way to servers, with the sealed credentials of the platform or the credentials of this runner. */
export function openServerReach(
  { key, own, tunnels, diagnostics }: Pick<PlatformLink, 'key' | 'own' | 'tunnels' | 'diagnostics'>,
  egress: Egress,
  stdio: StdioRules,
): ServerReach {
  const tokens = diagnostics && platformTokens(diagnostics, key);
  const target = (server: SavedServer): ServerTarget => {
    const entry = ownEntryFor(own, server);
    const saved = targetOf(
      server,
      tunnels(server) ?? egress,
      (sealed, context) => unseal(sealed, key, context),
      entry ? undefined : tokens,
    );
    return {
      ...saved,
      stdio,
      ...(entry?.headers && { headers: entry.headers }),
      ...(entry?.env && saved.command && { command: { ...saved.command, env: entry.env } }),
    };
  };
  return { target, dialects: new DialectCache() };
}

/** The official client is loaded for the first session: it takes 12 MB of memory that an idle runner does without. */
export function sessionConnector({ target, dialects }: ServerReach): ConnectSession {
  return async (server, traceparent, signal, client, onTurn) => {
    const { connectSession } = await import('@assay/mcp/connect');
    const reached = target(server);
    const { known, secrets } = withKnownSecrets(client ? targetForClient(reached, client) : reached);
    const startedAt = performance.now();
    const session = await connectSession(known, {
      traceparent,
      ...given({ signal }),
      dialects,
      onTurn,
      timeouts: client ? timeoutsForClient(server, client) : timeoutsOf(server),
      onWire: (message) => currentRecorder()?.wire({ serverId: server.id, ...wireEntryOf(message) }, secrets),
    });
    if (client) recordSession(server, session, startedAt);
    return session;
  };
}

function recordSession({ id: serverId, name }: SavedServer, { info }: McpSession, startedAt: number): void {
  const recorder = currentRecorder();
  recorder?.span({
    name: `connect ${name}`,
    category: 'client',
    startMs: recorder.at(startedAt),
    serverId,
    protocolVersion: info.protocolVersion,
    status: 'ok',
  });
}
