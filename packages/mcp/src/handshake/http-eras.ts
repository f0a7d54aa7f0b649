import { SdkErrorCode } from '@modelcontextprotocol/client';
import { setTimeout as delay } from 'node:timers/promises';
import { evidenceOf } from '../diagnosis/evidence.ts';
import { inExchange, WireExchange } from '../transport/exchange.ts';
import { openConnection, type HandshakeAttempt, type InitializedConnection } from './open-connection.ts';
import { closeConnection, unlessAborted } from './unless-aborted.ts';
import { isOnlyNewer } from './unsupported-version.ts';

/** A server that has not answered the probe by then is asked with `initialize`, too, in milliseconds. */
const PROBE_ALONE_MS = 2_000;
/** How long after the answer to `initialize` a late answer to the probe still decides, in milliseconds. */
const LATE_PROBE_MS = 1_000;
/** Statuses of a gateway whose server is starting. */
const GATEWAY_STATUSES = [502, 503, 504];
/** Codes of a connection that was open and is gone. */
const CUT_OFF = ['ECONNRESET', 'EPIPE', 'UND_ERR_SOCKET', SdkErrorCode.ConnectionClosed];

/**
 * Connects over Streamable HTTP to a server whose revisions are not known. The probe for the newest revision has all
 * the time of the attempt. A server that stays silent on it is asked with `initialize` beside it: some servers of older
 * revisions never answer an unknown method, others fail, or cut the connection. A late answer to the probe has
 * precedence, so a server that starts slowly is not taken for an older one.
 */
export async function openInEitherEra(attempt: HandshakeAttempt): Promise<InitializedConnection> {
  const eras: EraAttempt[] = [];
  // The observations of the last attempt explain why the time was over.
  const explain = () => attempt.exchange.adopt(eras.at(-1)!.exchange);
  attempt.signal.addEventListener('abort', explain, { once: true });
  try {
    return await connectInEither(attempt, (isLegacy) => {
      eras.push(new EraAttempt(attempt, isLegacy));
      return eras.at(-1)!;
    });
  } finally {
    attempt.signal.removeEventListener('abort', explain);
  }
}

async function connectInEither(
  attempt: HandshakeAttempt,
  begin: (isLegacy: boolean) => EraAttempt,
): Promise<InitializedConnection> {
  const modern = begin(false);
  await Promise.race([modern.settled, delay(PROBE_ALONE_MS, undefined, { ref: false })]);
  // The probe was answered, and the client goes on with `initialize` by itself.
  if (modern.exchange.method === 'initialize') await modern.settled;
  if (modern.connection) return modern.win(attempt);
  if (modern.failed && !modern.chokedOnProbe) return modern.fail(attempt);
  const legacy = begin(true);
  await (modern.failed ? legacy.settled : Promise.race([modern.settled, legacy.settled]));
  if (modern.failed && !modern.chokedOnProbe) {
    legacy.drop();
    return modern.fail(attempt);
  }
  if (legacy.failed && isOnlyNewer(legacy.error, legacy.exchange.answer)) await modern.settled;
  else if (!modern.connection) await legacy.settled;
  return decided(attempt, modern, legacy);
}

/** Decides between the two eras once `initialize` has ended, or the probe was answered. */
async function decided(
  attempt: HandshakeAttempt,
  modern: EraAttempt,
  legacy: EraAttempt,
): Promise<InitializedConnection> {
  const probes = [modern];
  // A server that was starting when it got the probe has started now: it answers another one at once.
  if (legacy.connection && !modern.connection && (!modern.failed || modern.refusedByGateway))
    probes.push(new EraAttempt(attempt, false));
  const open = probes.filter(({ connection, failed }) => !connection && !failed);
  if (open.length > 0)
    await Promise.race([...open.map(({ settled }) => settled), delay(LATE_PROBE_MS, undefined, { ref: false })]);
  const newer = probes.find(({ connection }) => connection?.client.getProtocolEra() === 'modern');
  const chosen = newer ?? (legacy.connection || !modern.connection ? legacy : modern);
  for (const other of [...probes, legacy]) if (other !== chosen) other.drop();
  return chosen.connection ? chosen.win(attempt) : chosen.fail(attempt);
}

/** One attempt to connect in one era, with observations of its own. */
class EraAttempt {
  readonly exchange: WireExchange;
  /** Resolves when the attempt has ended, with a connection or an error. */
  readonly settled: Promise<void>;
  connection: InitializedConnection | undefined;
  error: unknown;
  failed = false;
  readonly #stop = new AbortController();
  #isDropped = false;

  constructor(attempt: HandshakeAttempt, isLegacy: boolean) {
    this.exchange = new WireExchange((error) => this.#stop.abort(error));
    const signal = AbortSignal.any([attempt.signal, this.#stop.signal]);
    const own = { ...attempt, exchange: this.exchange, signal };
    const connecting = inExchange(this.exchange, () => openConnection(own, 'streamable-http', isLegacy));
    this.settled = unlessAborted(connecting, signal).then(
      (connection) => {
        this.exchange.endedAt = performance.now();
        this.connection = connection;
        if (this.#isDropped) void closeConnection(connection);
      },
      (error: unknown) => {
        this.failed = true;
        this.error = error;
      },
    );
  }

  /** Whether an older server may have failed on the unknown method alone. */
  get chokedOnProbe(): boolean {
    const { problem, refusal, malformed, codes } = evidenceOf(this.error, this.exchange.answer);
    if (this.exchange.method !== 'server/discover' || problem) return false;
    if (refusal) return refusal.status >= 500;
    return malformed || codes.has(SdkErrorCode.RequestTimeout) || CUT_OFF.some((code) => codes.has(code));
  }

  get refusedByGateway(): boolean {
    return this.failed && GATEWAY_STATUSES.includes(this.exchange.refusal?.status ?? 0);
  }

  win(attempt: HandshakeAttempt): InitializedConnection {
    this.#handOver(attempt);
    return this.connection!;
  }

  fail(attempt: HandshakeAttempt): never {
    this.#handOver(attempt);
    throw this.error;
  }

  #handOver({ exchange }: HandshakeAttempt): void {
    exchange.adopt(this.exchange);
    this.exchange.release();
  }

  /** Gives the attempt up, and closes what it has opened. */
  drop(): void {
    this.#isDropped = true;
    if (this.connection) void closeConnection(this.connection);
    this.#stop.abort(new Error('The other era was chosen.'));
    this.exchange.release();
  }
}
