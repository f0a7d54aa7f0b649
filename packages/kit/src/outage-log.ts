import { Problem } from '@assay/contract/problem';
import type { Logger } from 'pino';

/** The messages of the log when something begins to fail, and when it works again. */
export interface OutageWords {
  began: string;
  over: string;
  /** `error` for failures that are bugs; `warn` when absent. */
  level?: 'warn' | 'error';
  /** An outage that failed within this time is not over, in milliseconds: a success between failures is no end. 0 when absent. */
  quietMs?: number;
}

/**
 * Logs when something begins to fail and when it works again, with the number of failures, and nothing in between. A
 * failure that follows from a shared outage of the process is not logged: one line tells of both.
 */
export class OutageLog {
  readonly #log: Logger;
  readonly #words: OutageWords;
  readonly #now: () => number;
  readonly #open: OpenOutages | undefined;
  #outage: { startedAt: number; lastAt: number; failures: number; isLogged: boolean } | undefined;

  /** `open` counts the outages that others follow from. */
  constructor(log: Logger, words: OutageWords, now = () => performance.now(), open?: OpenOutages) {
    this.#log = log;
    this.#words = words;
    this.#now = now;
    this.#open = open;
  }

  /** Whether something fails and has not worked since. */
  get isOpen(): boolean {
    return this.#outage !== undefined;
  }

  /** Counts a failure. Answers whether the outage is new; `details` are logged with its error. */
  began(error: unknown, details: Record<string, unknown> = {}): boolean {
    const now = this.#now();
    const isNew = this.#outage === undefined;
    const outage = (this.#outage ??= { startedAt: now, lastAt: now, failures: 0, isLogged: false });
    outage.lastAt = now;
    outage.failures++;
    if (!outage.isLogged && !followsFromShared(error, this.#log)) {
      outage.isLogged = true;
      if (this.#open) Atomics.add(this.#open, 0, 1);
      this.#write({ err: error, ...details }, this.#words.began);
    }
    return isNew;
  }

  /** Ends the outage, unless it failed within the last `quietMs` of its words. */
  over(details: Record<string, unknown> = {}): void {
    if (!this.#outage) return;
    const { startedAt, lastAt, failures, isLogged } = this.#outage;
    const now = this.#now();
    if (now - lastAt < (this.#words.quietMs ?? 0)) return;
    this.#outage = undefined;
    if (!isLogged) return;
    if (this.#open) Atomics.sub(this.#open, 0, 1);
    // At the level of the beginning: a reader of the one must see the other.
    this.#write({ failures, seconds: Math.round((now - startedAt) / 1_000), ...details }, this.#words.over);
  }

  #write(fields: Record<string, unknown>, message: string): void {
    this.#log[this.#words.level ?? 'warn'](fields, message);
  }
}

/** An unexpected failure that did not repeat for this long is over when its operation works, in milliseconds. */
const QUIET_MS = 60_000;

/**
 * The unexpected failures of operations, told apart by the operation and by the line of code that threw: each is logged
 * when it begins, counted while it repeats, and logged again when its operation works without it.
 */
export class UnexpectedFailures {
  readonly #log: Logger;
  readonly #words: OutageWords;
  readonly #now: (() => number) | undefined;
  readonly #failing = new Map<string, Map<string, OutageLog>>();

  constructor(log: Logger, words: OutageWords, now?: () => number) {
    this.#log = log;
    this.#words = { level: 'error', quietMs: QUIET_MS, ...words };
    this.#now = now;
  }

  failed(operation: string, error: unknown, details: Record<string, unknown>): void {
    const outages = this.#failing.get(operation) ?? new Map<string, OutageLog>();
    this.#failing.set(operation, outages);
    const origin = originOf(error);
    const outage = outages.get(origin) ?? new OutageLog(this.#log, this.#words, this.#now);
    outages.set(origin, outage);
    outage.began(error, details);
  }

  worked(operation: string, details: Record<string, unknown>): void {
    for (const outage of this.#failing.get(operation)?.values() ?? []) outage.over(details);
  }
}

/** The kind of an error and the line of our code that threw it, without the message, which may differ each time. */
function originOf(error: unknown): string {
  if (!(error instanceof Error)) return typeof error;
  const frames = (error.stack ?? '').split('\n').filter((line) => line.startsWith('    at '));
  const own = frames.find((line) => !line.includes('node_modules') && !line.includes('node:'));
  const code = 'code' in error ? String(error.code) : '';
  return `${error.name} ${code} ${own ?? frames[0] ?? ''}`;
}

const known = new WeakMap<Logger, Map<string, OutageLog>>();

/** The outage of these words in a log: code without a state of its own shares it, so that one outage is one line. */
export function outageIn(log: Logger, words: OutageWords): OutageLog {
  const ofLog = known.get(log) ?? new Map<string, OutageLog>();
  known.set(log, ofLog);
  return outageOf(ofLog, log, words);
}

function outageOf(outages: Map<string, OutageLog>, log: Logger, words: OutageWords, open?: OpenOutages): OutageLog {
  const outage = outages.get(words.began) ?? new OutageLog(log, words, undefined, open);
  outages.set(words.began, outage);
  return outage;
}

/** How many shared outages a process has logged that are not over. Its threads share the number. */
export type OpenOutages = Int32Array<SharedArrayBuffer>;

const SHARED = Symbol('shared outages');

/** The outages that a logger shares with all of its children. */
interface SharedOutages {
  log: Logger;
  outages: Map<string, OutageLog>;
  open: OpenOutages;
}

/** Makes `log` the logger of a process: its children inherit the outages that they share. */
export const withSharedOutages = (
  log: Logger,
  open: OpenOutages = new Int32Array(new SharedArrayBuffer(Int32Array.BYTES_PER_ELEMENT)),
): Logger => Object.assign(log, { [SHARED]: { log, outages: new Map(), open } satisfies SharedOutages });

/** Codes of a peer that is away, or whose own peers or resources are. */
const AWAY = new Set<string>(['UNAVAILABLE', 'TIMEOUT']);

function followsFromShared(error: unknown, log: Logger): boolean {
  const open = sharedOf(log)?.open;
  return open !== undefined && error instanceof Problem && AWAY.has(error.code) && Atomics.load(open, 0) > 0;
}

const sharedOf = (log: Logger): SharedOutages | undefined => (log as { [SHARED]?: SharedOutages })[SHARED];

/** The number of open outages of a logger's process, for a thread of it; undefined for a logger of no process. */
export const openOutagesOf = (log: Logger): OpenOutages | undefined => sharedOf(log)?.open;

/** An outage that all loggers of a process share: of something that all of its parts use. */
export function sharedOutage(log: Logger, words: OutageWords): OutageLog {
  const shared = sharedOf(log);
  return shared ? outageOf(shared.outages, shared.log, words, shared.open) : outageIn(log, words);
}

const POSTGRES: OutageWords = {
  level: 'error',
  began: 'Postgres cannot be used',
  over: 'Postgres can be used again',
  // A connection may work while others still fail.
  quietMs: 5_000,
};
const FULL_POOL: OutageWords = {
  began: 'all connections of a pool to Postgres are in use',
  over: 'a pool of connections to Postgres has free ones again',
  // A pool that is full fails at times.
  quietMs: 5_000,
};
const KAFKA: OutageWords = {
  began: 'Kafka cannot be used',
  over: 'Kafka can be used again',
  // Longer than a send that is given up: consumers of other partitions beat meanwhile.
  quietMs: 30_000,
};

/** The outages of Postgres for all tasks and calls of a process: of Postgres itself, and of pools that are full. */
const postgresOutages = (log: Logger): { all: OutageLog; pool: OutageLog } => ({
  all: sharedOutage(log, POSTGRES),
  pool: sharedOutage(log, FULL_POOL),
});

/** The outage that a failure of Postgres tells of. While Postgres is away, pools are full, too. */
export function postgresOutageOf(log: Logger, error: unknown): OutageLog {
  const { all, pool } = postgresOutages(log);
  return isFullPool(error) && !all.isOpen ? pool : all;
}

/** A connection to Postgres could be had. */
export function endPostgresOutage(log: Logger): void {
  const { all, pool } = postgresOutages(log);
  all.over();
  pool.over();
}

/** pg's error when no connection of a pool became free in time. */
const isFullPool = (error: unknown): boolean =>
  error instanceof Error && error.message === 'timeout exceeded when trying to connect';

/** The outage of Kafka for all producers and consumers of a process; they end it. */
export const kafkaOutage = (log: Logger): OutageLog => sharedOutage(log, KAFKA);
