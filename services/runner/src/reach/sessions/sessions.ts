import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { isSameName } from '@assay/contract/normal-name';
import { Problem, unavailable } from '@assay/contract/problem';
import { isUnfinished } from '@assay/mcp/requests/unfinished-problem';
import type { ListedTools } from '@assay/mcp/requests/tool-definitions';
import type { McpSession } from '@assay/mcp/session';
import type { ConnectSession } from './connect.ts';
import { blameOf, IterationFailure } from '../../domain/iterations/iteration-failure.ts';
import { recordClientError } from '../recording/client-error.ts';
import { currentRecorder, unrecorded } from '../recording/recorder.ts';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import { ToolListChanges, type UsedSession } from './changed-tools.ts';
import type { MetSurfaces } from './met-surfaces.ts';
import { serverTools } from './server-tools.ts';
import { inTurn } from './calls-in-turn.ts';
import { liveAnswer } from './live-answer.ts';
import type { ReadyCall, ToolCall, ToolSource } from './tool-source.ts';
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
  /** The tools of each server as they were last read in any of its sessions, by its id. */
  lists?: Map<string, ServerInventory>;
  /** The tools of single servers, by their ids, read once for the widgets of their tools. */
  listed?: Map<string, Promise<ServerInventory>>;
  /** The sessions in which servers have changed their tools since. */
  changes?: ToolListChanges;
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
  /** Servers are asked to say when a call changes their tools: a model is told of them. */
  watchesTools?: boolean;
}

/**
 * The MCP sessions of one iteration or turn: its own, or shared ones of its run or chat session. Opened when first
 * needed.
 */
export class ServerSessions implements ToolSource {
  readonly #context: SessionContext;
  readonly #line: SessionScope;
  readonly #own = new Map<string, Promise<McpSession>>();
  /** The open sessions that were used, by the ids of their servers. */
  readonly #used = new Map<string, UsedSession>();
  /** The tools, once a server has changed them in a session of this iteration or turn alone. */
  #inventory: ServerInventory[] | undefined;

  constructor(context: SessionContext, line: SessionScope) {
    this.#context = context;
    this.#line = line;
  }

  async ready({ serverName, toolName, arguments: args }: ToolCall): Promise<ReadyCall> {
    const { signal, traceparent } = this.#line;
    const { server, session } = await this.#open(serverName);
    return {
      serverId: server.id,
      make: async (began) => {
        const call = async () => {
          began();
          try {
            if (this.#line.watchesTools && (await session.watchTools())) this.#changes.noteCall();
            return await session.callTool(toolName, args, { signal, traceparent });
          } catch (error) {
            if (breaksSession(error)) void this.#lost(server, session);
            throw error;
          }
        };
        return inTurn(() => liveAnswer(call, session.info.protocolVersion, signal), signal);
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
    const session = await this.#session(server);
    this.#used.set(server.id, { server, session });
    const listed = this.#context.lists?.get(server.id);
    if (listed) session.knowTools(knownTools(listed));
    return { server, session };
  }

  /** Read once per run on this runner, and again where a server has said that its tools changed. */
  async inventory(): Promise<ServerInventory[]> {
    const known = this.#inventory ?? (await this.#knownInventory());
    const inventory = await this.#changes.readChanged(known, this.#used.values(), this.#line.signal);
    // A shared session shows its other users the same tools.
    if (inventory !== known && this.#context.shared) this.#context.inventory = Promise.resolve(inventory);
    else if (inventory !== known) this.#inventory = inventory;
    return inventory;
  }

  get #changes(): ToolListChanges {
    return (this.#context.changes ??= new ToolListChanges());
  }

  async #knownInventory(): Promise<ServerInventory[]> {
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
    const unread = [...(shared ?? this.#own)].filter(([serverId]) => met.isNew(serverId));
    if (unread.length === 0) return;
    const signal = AbortSignal.any([this.#line.signal, AbortSignal.timeout(MEETING_MS)]);
    const secrets = currentRecorder()?.secrets ?? [];
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
    if (known) return unlessCrowded(known, signal);
    const onTurn = () => void waitingToStart.delete(opened);
    // A shared session must not end with the iteration that opened it.
    const opened = connect(server, traceparent, shared ? undefined : signal, spec.clientConfig, onTurn).catch(
      (error: unknown) => {
        // The server may have recovered when the next iteration connects.
        sessions.delete(server.id);
        throw error instanceof Problem ? new IterationFailure(error, Outcome.SETUP_FAILED, blameOf(error)) : error;
      },
    );
    waitingToStart.add(opened);
    sessions.set(server.id, opened);
    return unlessCrowded(opened, signal);
  }

  async #readInventory(): Promise<ServerInventory[]> {
    const read = await Promise.all(
      (await this.#servers()).map((server) =>
        this.#readTools(server, (session) => this.#changes.noteRead(session)).catch((error: unknown) => {
          if (!this.#isOptional(server) || !(error instanceof IterationFailure)) throw error;
          // The work goes on without an optional server; the trace says why it did.
          recordClientError(server.id, `connect ${server.name}`, error);
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

  async #readTools(server: SavedServer, begins?: (session: McpSession) => void): Promise<ServerInventory> {
    // The server may have lost a session of earlier work.
    const attempts = this.#context.shared?.has(server.id) ? 2 : 1;
    for (let attempt = 1; ; attempt++) {
      const session = await this.#session(server);
      this.#used.set(server.id, { server, session });
      begins?.(session);
      try {
        const listed = await serverTools(server, session, this.#line.signal);
        (this.#context.lists ??= new Map()).set(server.id, listed);
        const secrets = currentRecorder()?.secrets ?? [];
        await this.#context.met?.note(server.id, session.info, listed.tools, secrets);
        return listed;
      } catch (error) {
        if (!(error instanceof Problem)) throw error;
        await this.#lost(server, session);
        if (attempt === attempts) throw new IterationFailure(error, Outcome.FAILED, blameOf(error));
      }
    }
  }
}

/** The sessions whose server was not asked yet, because other commands of this runner are starting. */
const waitingToStart = new WeakSet<Promise<McpSession>>();

/** Waits for a session; an abort while its server has not been asked is this runner's, and not the server's. */
async function unlessCrowded(opening: Promise<McpSession>, signal: AbortSignal): Promise<McpSession> {
  try {
    return await unlessAborted(opening, signal);
  } catch (error) {
    if (!signal.aborted || !waitingToStart.has(opening)) throw error;
    throw new IterationFailure(unavailable(CROWDED), Outcome.SETUP_FAILED, Blame.PLATFORM);
  }
}

const CROWDED = 'The runner was starting other commands, and the command of this server did not get its turn.';

/** The list of a server in the form that its sessions note. */
const knownTools = ({ tools, leftOut = [] }: ServerInventory): ListedTools => ({
  items: tools,
  invalidItems: leftOut.map((entry) => ({ ...entry, leftOut: true })),
});

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

/** A server that answers with a JSON-RPC error still holds its session, unless its HTTP answer refuses the request. */
const breaksSession = (error: unknown): boolean =>
  error instanceof Problem &&
  error.code === 'SERVER_UNREACHABLE' &&
  !isUnfinished(error) &&
  (error.details?.['rpcCode'] === undefined || error.details['httpStatus'] !== undefined);
