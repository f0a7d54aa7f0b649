import { hash } from 'node:crypto';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { unseal } from '@assay/kit/security/seal';
import type { McpSession } from '@assay/mcp/session';
import { KeptContexts } from '../../reach/sessions/kept-contexts.ts';
import { closeSessions } from '../../reach/sessions/sessions.ts';

/** How long the MCP sessions of a chat session are kept after a turn, in milliseconds, and of how many chat sessions. */
const [IDLE_MS, MOST_KEPT] = [60_000, 128];

/** The MCP sessions of a chat session, by server id, and the revision of the server that each was opened with. */
export interface ChatContext {
  sessions: Map<string, Promise<McpSession>>;
  revisions: Map<string, string>;
}

/** Keeps the MCP sessions of chat sessions for their next turns. */
export class ChatContexts {
  readonly #kept = new KeptContexts<ChatContext>({
    idleMs: IDLE_MS,
    most: MOST_KEPT,
    close: ({ sessions }) => closeSessions(sessions.values()),
  });

  use<T>(sessionId: string, work: (context: ChatContext) => Promise<T>): Promise<T> {
    return this.#kept.use(sessionId, () => ({ sessions: new Map(), revisions: new Map() }), work);
  }

  close(): Promise<void> {
    return this.#kept.close();
  }
}

/** Closes the sessions of servers whose settings or credentials changed since the last turn. */
export function closeChangedSessions({ sessions, revisions }: ChatContext, servers: SavedServer[], key: Buffer): void {
  for (const server of servers) {
    const revision = revisionOf(server, key);
    const session = sessions.get(server.id);
    if (session && revisions.get(server.id) !== revision) {
      sessions.delete(server.id);
      void closeSessions([session]);
    }
    revisions.set(server.id, revision);
  }
}

/** Of the credentials themselves: those of declared servers are sealed anew for each turn. */
function revisionOf({ sealedCredentials: sealed, ...settings }: SavedServer, key: Buffer): string {
  const credentials = sealed.length > 0 ? unseal(sealed, key, `server:${settings.id}`).toString() : '';
  return hash('sha256', JSON.stringify([settings, credentials]));
}
