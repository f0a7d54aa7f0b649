import { SdkError, SdkErrorCode, type Client, type DiscoverResult } from '@modelcontextprotocol/client';
import { setTimeout as delay } from 'node:timers/promises';
import type { StdioTransport } from '../stdio/stdio-transport.ts';
import { ClientLane } from './client-lane.ts';
import type { ServerDialect } from './dialects.ts';
import { DiscoverProbe, type ProbeAnswer } from './discover-probe.ts';
import {
  clientOf,
  openConnection,
  openStdio,
  type HandshakeAttempt,
  type InitializedConnection,
} from './open-connection.ts';
import { isRefusedForNewest } from './unsupported-version.ts';

/** A command that has not answered the probe by then is asked with `initialize`, too, in milliseconds. */
const PROBE_ALONE_MS = 3_000;
/** How long after the answer to `initialize` a late answer to the probe still decides, in milliseconds. */
const LATE_PROBE_MS = 1_000;

/**
 * Starts a command and opens a session over its standard input and output. Some commands of older revisions exit on the
 * probe for a newer one: they are started again without a probe.
 */
export async function openCommand(
  attempt: HandshakeAttempt,
  dialect: ServerDialect | undefined,
): Promise<InitializedConnection> {
  const { target, exchange, signal } = attempt;
  if (target.protocolVersion !== undefined || dialect === 'legacy')
    return openConnection(attempt, 'stdio', dialect === 'legacy');
  try {
    return await openInEitherEra(attempt, dialect === 'modern');
  } catch (error) {
    if (signal.aborted || exchange.answered || exchange.program?.evidence.end?.by !== 'itself') throw error;
    return openConnection(attempt, 'stdio', true);
  }
}

/** Asks a command of unknown revisions with the probe, and beside it with `initialize` when it stays silent. */
async function openInEitherEra(attempt: HandshakeAttempt, isModern: boolean): Promise<InitializedConnection> {
  const { exchange, signal } = attempt;
  const { transport, wire, program } = await openStdio(attempt);
  signal.throwIfAborted();
  const stop = () => void transport.close();
  signal.addEventListener('abort', stop, { once: true });
  const pipe = new CommandPipe(transport, attempt);
  try {
    await transport.start();
    return { ...(await pipe.connect(isModern)), wire, program, kind: 'stdio' };
  } catch (error) {
    await transport.close().catch(() => {});
    throw error;
  } finally {
    signal.removeEventListener('abort', stop);
    wire.forget(exchange);
  }
}

/** One running command, and the clients that try to speak with it: the last one receives its messages. */
class CommandPipe {
  readonly #transport: StdioTransport;
  readonly #attempt: HandshakeAttempt;
  readonly #probe: DiscoverProbe;
  readonly #closed = Promise.withResolvers<never>();
  #client: Client | undefined;
  #lane: ClientLane | undefined;

  constructor(transport: StdioTransport, attempt: HandshakeAttempt) {
    this.#transport = transport;
    this.#attempt = attempt;
    this.#probe = new DiscoverProbe(transport, attempt);
    this.#closed.promise.catch(() => {});
    // A transport of the client takes its observers as properties alone.
    /* oxlint-disable unicorn/prefer-add-event-listener */
    transport.onmessage = (message) => {
      if (!this.#probe.takes(message)) this.#lane?.receive(message);
    };
    transport.onerror = (error) => this.#lane?.onerror?.(error);
    transport.onclose = () => {
      this.#closed.reject(new SdkError(SdkErrorCode.ConnectionClosed, 'The command ended during the handshake.'));
      this.#lane?.onclose?.();
    };
    /* oxlint-enable unicorn/prefer-add-event-listener */
  }

  /** Opens a session in the era that the command speaks. `isModern`: it spoke the newest revision before. */
  async connect(isModern: boolean): Promise<Opened> {
    await this.#probe.send();
    const { answer, newest } = this.#probe;
    const silent = isModern ? NEVER : delay(PROBE_ALONE_MS, 'silent' as const, { ref: false });
    const early = await this.#unlessClosed<ProbeAnswer | 'silent'>(answer, silent);
    if (early !== 'silent') return this.#open(early);
    const first = await this.#unlessClosed<DiscoverResult | Initialized>(newest, initialized(this.#open(undefined)));
    const late = 'supportedVersions' in first ? first : await this.#lateAnswer(first);
    if (late) return this.#open(late);
    const { opened, error } = first as Initialized;
    if (!opened) throw error;
    return opened;
  }

  /** The answer to the probe that comes after the answer to `initialize`. A refusal with -32022 says that there is one. */
  async #lateAnswer({ opened, error }: Initialized): Promise<ProbeAnswer> {
    const { newest } = this.#probe;
    if (opened || !isRefusedForNewest(error))
      return this.#unlessClosed<ProbeAnswer>(newest, delay(LATE_PROBE_MS, undefined, { ref: false }));
    await this.#probe.send();
    return this.#unlessClosed(newest);
  }

  #unlessClosed<T>(...events: Promise<T>[]): Promise<T> {
    return Promise.race([...events, this.#closed.promise]);
  }

  /** Connects a client in the era of the answer to the probe; a client before it receives nothing from then on. */
  async #open(discover: ProbeAnswer): Promise<Opened> {
    const [before, client] = [this.#client, clientOf(this.#attempt, {})];
    const lane = new ClientLane(this.#transport, () => this.#lane === lane);
    [this.#client, this.#lane] = [client, lane];
    void before?.close();
    await client.connect(lane, {
      timeout: this.#attempt.timeoutMs,
      prior: discover ? { kind: 'modern', discover } : { kind: 'legacy' },
    });
    lane.isOpen = true;
    return { client, transport: lane };
  }
}

type Opened = Pick<InitializedConnection, 'client' | 'transport'>;

/** The end of the handshake with `initialize`: a session or an error. */
interface Initialized {
  opened?: Opened;
  error?: unknown;
}

const NEVER = new Promise<never>(() => {});

const initialized = (opening: Promise<Opened>): Promise<Initialized> =>
  opening.then(
    (opened) => ({ opened }),
    (error: unknown) => ({ error }),
  );
