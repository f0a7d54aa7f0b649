import { setTimeout as delay } from 'node:timers/promises';
import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import type { McpSession } from '@assay/mcp/session';
import { recordClientError } from '../recording/client-error.ts';
import { serverTools } from './server-tools.ts';

/** How long news of a call may come after its answer, in milliseconds: they travel on connections of their own. */
const NEWS_MS = 10;

/** A server and an open session with it. */
export interface UsedSession {
  server: SavedServer;
  session: McpSession;
}

/** Knows in which sessions a server has said that its tools changed since the inventory was read. */
export class ToolListChanges {
  /** How many changes each session had told when the inventory was read in it. */
  readonly #known = new WeakMap<McpSession, number>();

  #isCalled = false;

  /** A call is made that may change the tools of its server. */
  noteCall(): void {
    this.#isCalled = true;
  }

  /** The inventory is about to be read in a session. */
  noteRead(session: McpSession): void {
    this.#known.set(session, session.toolListChanges);
  }

  /** The inventory with the lists of servers that have changed theirs; the same one where none has. */
  async readChanged(
    inventory: ServerInventory[],
    used: Iterable<UsedSession>,
    signal: AbortSignal,
  ): Promise<ServerInventory[]> {
    if (this.#isCalled) await delay(NEWS_MS, undefined, { signal }).catch(() => signal.throwIfAborted());
    this.#isCalled = false;
    const changed = [...used].filter(({ session }) => session.toolListChanges > (this.#known.get(session) ?? 0));
    if (changed.length === 0) return inventory;
    const read = new Map(
      await Promise.all(
        changed.map(async ({ server, session }) => [server.id, await this.#read(server, session, signal)] as const),
      ),
    );
    const isNew = ({ serverId }: ServerInventory) => !inventory.some((known) => known.serverId === serverId);
    const lists = [...read.values()].filter((list) => list !== undefined);
    return [...inventory.map((known) => read.get(known.serverId) ?? known), ...lists.filter(isNew)];
  }

  /** Undefined for a list that cannot be read: what was known of it stays. */
  async #read(server: SavedServer, session: McpSession, signal: AbortSignal): Promise<ServerInventory | undefined> {
    this.noteRead(session);
    try {
      return await serverTools(server, session, signal);
    } catch (error) {
      if (!(error instanceof Problem)) throw error;
      recordClientError(server.id, `tools/list ${server.name}`, error);
      return undefined;
    }
  }
}
