import type { ServerInventory } from '@assay/contract/areas/servers/inventory';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { Blame, Outcome } from '@assay/contract/gen/assay/v1/iterations';
import { isSameName } from '@assay/contract/normal-name';
import { Problem } from '@assay/contract/problem';
import { redactText } from '@assay/kit/security/redact';
import type { McpSession } from '@assay/mcp/session';
import type { ConnectSession } from './connect.ts';
import { IterationFailure } from '../iterations/failure.ts';
import { currentRecorder } from '../iterations/recorder.ts';
import type { RunContext } from '../iterations/run-context.ts';
import { serverTools } from './server-tools.ts';
import { liveAnswer } from '../tools/live-answer.ts';
import type { ReadyCall, ToolCall, IterationTools } from '../tools/tools.ts';
import { unlessAborted } from '@assay/work/runner/unless-aborted';

/** How one iteration connects: the function, the trace and the signal. */
export interface SessionScope {
  connect: ConnectSession;
  traceparent: string;
  signal: AbortSignal;
}

/** The MCP sessions of one iteration: its own, or shared ones of its run. Opened when first needed. */
export class IterationSessions implements IterationTools {
  readonly #context: RunContext;
  readonly #line: SessionScope;
  readonly #own = new Map<string, Promise<McpSession>>();

  constructor(context: RunContext, line: SessionScope) {
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
            if (breaksSession(error)) this.#lost(server, session);
            throw error;
          }
        };
        return liveAnswer(call, signal);
      },
    };
  }

  /** The session with the server of that name. Throws IterationFailure when it cannot be opened. */
  async #open(serverName: string): Promise<{ server: SavedServer; session: McpSession }> {
    const server = (await this.#servers()).find(({ name }) => isSameName(name, serverName));
    if (!server)
      throw new IterationFailure(
        new Problem('NOT_FOUND', `This run has no server named "${serverName}".`),
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

  /** Drops a session that a call found broken: iterations that share sessions open a new one. */
  #lost(server: SavedServer, session: McpSession): void {
    const { shared } = this.#context;
    if (!shared) return;
    void shared.get(server.id)?.then(
      (current) => {
        if (current === session) shared.delete(server.id);
      },
      () => undefined,
    );
    void session.close();
  }

  /** Closes the iteration's own sessions. */
  async close(): Promise<void> {
    await Promise.all(
      [...this.#own.values()].map((session) =>
        session.then(
          (open) => open.close(),
          () => undefined,
        ),
      ),
    );
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
    const session = await this.#session(server);
    return serverTools(server, session, this.#line.signal).catch((error: unknown) => {
      throw error instanceof Problem ? new IterationFailure(error, Outcome.FAILED, Blame.SERVER) : error;
    });
  }
}

/** A run goes on without an optional server; the trace says why it did. */
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
