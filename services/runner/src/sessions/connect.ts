import type { WireEntry } from '@assay/contract/areas/transcripts/trace';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import type { Egress } from '@assay/egress/egress';
import { unseal } from '@assay/kit/security/seal';
import { savedSecretsOf } from '@assay/inspect/mask';
import { connectSession } from '@assay/mcp/connect';
import { Dialects } from '@assay/mcp/handshake/dialects';
import { targetOf, timeoutsOf } from '@assay/mcp/saved-server';
import type { Session } from '@assay/mcp/session';
import type { StdioRules } from '@assay/mcp/target';
import type { ServerTarget, TokenSource } from '@assay/mcp/target';
import type { WireMessage } from '@assay/mcp/transport/wire-message';
import type { PlatformLink } from '../platform/platform-link.ts';
import { platformTokens } from './platform-tokens.ts';
import { currentRecorder } from '../iterations/recorder.ts';

/** Opens a session with a saved server; every message is written into the trace of the iteration it was sent for. */
export type Connect = (server: SavedServer, traceparent: string, signal: AbortSignal | undefined) => Promise<Session>;

/** How this runner reaches servers, and what it has learnt of how they speak. */
export interface Reach {
  target(server: SavedServer): ServerTarget;
  dialects: Dialects;
}

/** Reaches servers with the credentials that came sealed with them, or with those that this runner holds itself. */
export function openReach(
  { key, own, tunnels, diagnostics }: Pick<PlatformLink, 'key' | 'own' | 'tunnels' | 'diagnostics'>,
  egress: Egress,
  stdio: StdioRules,
): Reach {
  const tokens = diagnostics && platformTokens(diagnostics, key);
  const target = (server: SavedServer): ServerTarget => {
    const { headers, env } = own[server.name] ?? {};
    const isOurs = server.name in own;
    const saved = targetOf(
      server,
      tunnels(server) ?? egress,
      (sealed, context) => unseal(sealed, key, context),
      isOurs ? undefined : tokens,
    );
    return {
      ...saved,
      stdio,
      ...(headers && { headers }),
      ...(env && saved.command && { command: { ...saved.command, env } }),
    };
  };
  return { target, dialects: new Dialects() };
}

export function connector({ target, dialects }: Reach): Connect {
  return (server, traceparent, signal) => {
    const { known, secrets } = withKnownSecrets(target(server));
    return connectSession(known, {
      traceparent,
      ...(signal && { signal }),
      dialects,
      timeouts: timeoutsOf(server),
      onWire: (message) => currentRecorder()?.wire(wireEntry(server.id, message), secrets),
    });
  };
}

/** The target, and what goes to it and must not be stored if it is sent back: a set that grows with each access token. */
function withKnownSecrets(target: ServerTarget): { known: ServerTarget; secrets: ReadonlySet<string> } {
  const { tokens, command } = target;
  const secrets = new Set([...savedSecretsOf(target), ...Object.values(command?.env ?? {})]);
  if (!tokens) return { known: target, secrets };
  const token: TokenSource['token'] = async (...rejected) => {
    const found = await tokens.token(...rejected);
    if (found !== undefined) secrets.add(found);
    return found;
  };
  return { known: { ...target, tokens: { ...tokens, token } }, secrets };
}

function wireEntry(
  serverId: string,
  { direction, bytes, text, truncated, httpStatus }: WireMessage,
): Omit<WireEntry, 'atMs'> {
  const entry = {
    serverId,
    direction,
    bytes,
    ...(httpStatus !== undefined && { httpStatus }),
  };
  if (truncated) return { ...entry, text, truncated };
  try {
    return { ...entry, message: JSON.parse(text) as unknown };
  } catch {
    return { ...entry, text };
  }
}
