import type { ServerInventory } from '@assay/contract/documents/transcript';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { Problem } from '@assay/contract/problem';
import type { Session } from '@assay/mcp/session';
import type { RunContext } from './run-context.ts';

/** A failure before the case could show anything of the server. */
export class SetupFailure extends Error {
  override readonly name = 'SetupFailure';
  readonly problem: Problem;

  constructor(problem: Problem) {
    super(problem.message);
    this.problem = problem;
  }
}

/** The MCP sessions one iteration works with: its own, or the ones its run shares. Opened when first needed. */
export class Sessions {
  readonly #context: RunContext;
  readonly #connect: (server: SavedServer) => Promise<Session>;
  readonly #own = new Map<string, Promise<Session>>();

  constructor(context: RunContext, connect: (server: SavedServer) => Promise<Session>) {
    this.#context = context;
    this.#connect = connect;
  }

  /** The session with the server of that name. Throws SetupFailure when it cannot be connected to. */
  async open(serverName: string): Promise<{ server: SavedServer; session: Session }> {
    const server = (await this.#context.servers).find(({ name }) => name === serverName);
    if (!server) throw new SetupFailure(new Problem('NOT_FOUND', `This run has no server named "${serverName}".`));
    return { server, session: await this.#session(server) };
  }

  /** What every server of the run declares, read once per run on this runner. */
  inventory(): Promise<ServerInventory[]> {
    const context = this.#context;
    context.inventory ??= this.#readInventory().catch((error: unknown) => { context.inventory = undefined; throw error; });
    return context.inventory;
  }

  /** Closes the sessions that are this iteration's own. */
  async close(): Promise<void> {
    await Promise.all([...this.#own.values()].map((session) => session.then((open) => open.close(), () => undefined)));
  }

  #session(server: SavedServer): Promise<Session> {
    const sessions = this.#context.shared ?? this.#own;
    const known = sessions.get(server.id);
    if (known) return known;
    const opened = this.#connect(server).catch((error: unknown) => {
      // The next iteration may find the server well again.
      sessions.delete(server.id);
      throw error instanceof Problem ? new SetupFailure(error) : error;
    });
    sessions.set(server.id, opened);
    return opened;
  }

  async #readInventory(): Promise<ServerInventory[]> {
    const servers = await this.#context.servers;
    return Promise.all(servers.map(async (server) => {
      const session = await this.#session(server);
      return { serverId: server.id, serverName: server.name, complete: true, tools: await session.listAllTools() };
    }));
  }
}
