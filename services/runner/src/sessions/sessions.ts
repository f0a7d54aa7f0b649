import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { Blame, Outcome } from '@assay/contract/gen/assay/v1/iterations';
import { isSameName } from '@assay/contract/normal-name';
import { Problem } from '@assay/contract/problem';
import { redactText } from '@assay/kit/security/redact';
import type { McpSession } from '@assay/mcp/session';
import type { ConnectSession } from './connect.ts';
import { IterationFailure } from '../iterations/failure.ts';
import { currentRecorder, unrecorded } from '../recording/recorder.ts';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import type { MetSurfaces } from './met-surfaces.ts';
import { serverTools } from './server-tools.ts';
import { liveAnswer } from '../tools/live-answer.ts';
import type { ReadyCall, ToolCall, ToolSource } from '../tools/tools.ts';
import { unlessAborted } from '@assay/work/runner/unless-aborted';

/** At most this long is a list waited for that no step needs, in milliseconds. */
const MEETING_MS = 5_000;

/** The servers of an iteration or a turn, and what is kept of them. */
export interface SessionContext {
  spec: Pick<RunSpec, 'servers' | 'clientConfig'>;
  /** The servers in their order, with sealed credentials. */
  servers(): Promise<SavedServer[]>;
  /** The tools that each server declares, read once. */
  inventory: Promise<ServerInventory[]> | undefined;
  /** The tools of single servers, by their ids, read once for the widgets of their tools. */
  listed?: Map<string, Promise<ServerInventory>>;
  /** Sessions that outlive the iteration or turn, by server id; undefined when it opens its own. */
  shared: Map<string, Promise<McpSession>> | undefined;
  /** Gathers the surfaces of the servers, for comparisons of runs. */
  met?: MetSurfaces;
  /** Gathers why optional servers cannot be reached, by their names. */
  absent?: Map<string, IterationFailure>;
}

/** A tool as its server lists it. */
export type ListedTool = Record<string, unknown> & { name: string };

/** How an iteration or a turn connects: the function, the trace and the signal. */
export interface SessionScope {
  connect: ConnectSession;
  traceparent: string;
  signal: AbortSignal;
}

/**
 * The MCP sessions of one iteration or turn: its own, or shared ones of its run or chat session. Opened when first
 * needed.
 */
export class ServerSessions implements ToolSource {
  readonly #context: SessionContext;
  readonly #line: SessionScope;
  readonly #own = new Map<string, Promise<McpSession>>();

  constructor(context: SessionContext, line: SessionScope) {
    this.#context = context;
    this.#line = line;
  }

  async ready({ serverName, toolName, arguments: args }: ToolCall): Promise<ReadyCall> {
    const { signal, traceparent } = this.#line;
    const { server, session } = await this.#open(serverName);
    return {
      serverId: server.id,
      make: async () => {
        const call = async () => {
          try {
            return await session.callTool(toolName, args, { signal, traceparent, giveInput: this.#givesInput });
          } catch (error) {
            if (breaksSession(error)) void this.#lost(server, session);
            throw error;
          }
        };
        return liveAnswer(call, signal);
      },
    };
  }

  /** The session with the server of that name, and the tools that it lists. Throws IterationFailure when it lists none. */
  async listed(serverName: string): Promise<{ session: McpSession; tools: ListedTool[] }> {
    const { server, session } = await this.#open(serverName);
    const listed = (this.#context.listed ??= new Map());
    // The iteration that was reading may have been stopped: this iteration reads them.
    const known = await listed.get(server.id)?.catch(() => undefined);
    if (known) return { session, tools: known.tools as ListedTool[] };
    const reading = this.#readTools(server);
    listed.set(server.id, reading);
    return { session, tools: (await reading).tools as ListedTool[] };
  }

  /** The session with the server of that name. Throws IterationFailure when it cannot be opened. */
  async #open(serverName: string): Promise<{ server: SavedServer; session: McpSession }> {
    const server = (await this.#servers()).find(({ name }) => isSameName(name, serverName));
    if (!server)
      throw new IterationFailure(
        new Problem('NOT_FOUND', `There is no server named "${serverName}" here.`),
        Outcome.SETUP_FAILED,
        Blame.PLATFORM,
      );
    return { server, session: await this.#session(server) };
  }

  /** Whether the client answers results that ask for input; without that they are the result. */
  get #givesInput(): boolean {
    return this.#context.spec.clientConfig?.mcpProfile?.mrtrSupport === 'full';
  }

  /** Read once per run on this runner. */
  async inventory(): Promise<ServerInventory[]> {
    const context = this.#context;
    const { signal } = this.#line;
    for (;;) {
      const isOurs = context.inventory === undefined;
      context.inventory ??= this.#readInventory().catch((error: unknown) => {
        context.inventory = undefined;
        throw error;
      });
      try {
        return await unlessAborted(context.inventory, signal);
      } catch (error) {
        // The iteration that was reading was stopped, which says nothing about the servers: this iteration reads them.
        if (isOurs || signal.aborted || (error instanceof IterationFailure && error.cause instanceof Problem))
          throw error;
      }
    }
  }

  /** Drops a shared session that was found broken: the next call opens a new one. */
  async #lost(server: SavedServer, session: McpSession): Promise<void> {
    const { shared } = this.#context;
    if (!shared) return;
    void session.close();
    const current = await shared.get(server.id)?.catch(() => undefined);
    if (current === session) shared.delete(server.id);
  }

  /**
   * Reads the tools of connected servers of which the run's work read none, so that a comparison sees them. A list that
   * cannot be read changes nothing: no step needed it.
   */
  async meetServers(): Promise<void> {
    const { met, shared } = this.#context;
    if (!met) return;
    const signal = AbortSignal.any([this.#line.signal, AbortSignal.timeout(MEETING_MS)]);
    const secrets = currentRecorder()?.secrets ?? [];
    const unread = [...(shared ?? this.#own)].filter(([serverId]) => met.isNew(serverId));
    await Promise.all(
      unread.map(async ([serverId, opened]) => {
        try {
          const session = await opened;
          const { tools } = await unrecorded(() => serverTools({ id: serverId, name: '' }, session, signal));
          await met.note(serverId, session.info, tools, secrets);
        } catch (error) {
          if (!(signal.aborted || error instanceof Problem || error instanceof IterationFailure)) throw error;
        }
      }),
    );
  }

  /** Closes the sessions that are not shared. */
  close(): Promise<void> {
    return closeSessions(this.#own.values());
  }

  async #servers(): Promise<SavedServer[]> {
    try {
      return await unlessAborted(this.#context.servers(), this.#line.signal);
    } catch (error) {
      throw new IterationFailure(error, Outcome.SETUP_FAILED, Blame.PLATFORM);
    }
  }

  #session(server: SavedServer): Promise<McpSession> {
    const { connect, traceparent, signal } = this.#line;
    const { shared, spec } = this.#context;
    const sessions = shared ?? this.#own;
    const known = sessions.get(server.id);
    if (known) return unlessAborted(known, signal);
    // A shared session must not end with the iteration that opened it.
    const opened = connect(server, traceparent, shared ? undefined : signal, spec.clientConfig).catch(
      (error: unknown) => {
        // The server may have recovered when the next iteration connects.
        sessions.delete(server.id);
        throw error instanceof Problem ? new IterationFailure(error, Outcome.SETUP_FAILED, Blame.SERVER) : error;
      },
    );
    sessions.set(server.id, opened);
    return unlessAborted(opened, signal);
  }

  async #readInventory(): Promise<ServerInventory[]> {
    const read = await Promise.all(
      (await this.#servers()).map((server) =>
        this.#readTools(server).catch((error: unknown) => {
          if (!this.#isOptional(server) || !(error instanceof IterationFailure)) throw error;
          recordAbsence(server, error);
          this.#context.absent?.set(server.name, error);
          return [];
        }),
      ),
    );
    return read.flat();
  }

  /** An environment says it of each server; otherwise the client does. */
  #isOptional({ id }: SavedServer): boolean {
    const { servers, clientConfig } = this.#context.spec;
    return (
      servers.some((server) => server.id === id && server.isOptional) ||
      (clientConfig?.optionalServerIds.includes(id) ?? false)
    );
  }

  async #readTools(server: SavedServer): Promise<ServerInventory> {
    // The server may have lost a session of earlier work.
    const attempts = this.#context.shared?.has(server.id) ? 2 : 1;
    for (let attempt = 1; ; attempt++) {
      const session = await this.#session(server);
      try {
        const inventory = await serverTools(server, session, this.#line.signal);
        const secrets = currentRecorder()?.secrets ?? [];
        await this.#context.met?.note(server.id, session.info, inventory.tools, secrets);
        return inventory;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        await this.#lost(server, session);
        if (attempt === attempts) throw new IterationFailure(error, Outcome.FAILED, Blame.SERVER);
      }
    }
  }
}

/** Closes sessions, also sessions that are being opened. */
export async function closeSessions(sessions: Iterable<Promise<McpSession>>): Promise<void> {
  await Promise.all(
    Array.from(sessions, (session) =>
      session.then(
        (open) => open.close(),
        () => undefined,
      ),
    ),
  );
}

/** The work goes on without an optional server; the trace says why it did. */
function recordAbsence({ id: serverId, name }: SavedServer, { message }: IterationFailure): void {
  const recorder = currentRecorder();
  recorder?.span({
    name: `connect ${name}`,
    category: 'client',
    startMs: recorder.at(),
    serverId,
    status: 'error',
    message: redactText(message, 400),
  });
}

/** A server that answers with a JSON-RPC error still holds its session, unless its HTTP answer refuses the request. */
const breaksSession = (error: unknown): boolean =>
  error instanceof Problem &&
  error.code === 'SERVER_UNREACHABLE' &&
  (error.details?.['rpcCode'] === undefined || error.details['httpStatus'] !== undefined);
