import type { Logger } from './log.ts';

/** The messages of the log when something begins to fail, and when it works again. */
export interface OutageWords {
  began: string;
  over: string;
  /** `error` for failures that are bugs; `warn` when absent. */
  level?: 'warn' | 'error';
}

/** Logs when something begins to fail and when it works again, with the number of failures, and nothing in between. */
export class OutageLog {
  readonly #log: Logger;
  readonly #words: OutageWords;
  readonly #now: () => number;
  #outage: { startedAt: number; lastAt: number; failures: number } | undefined;

  constructor(log: Logger, words: OutageWords, now = () => performance.now()) {
    this.#log = log;
    this.#words = words;
    this.#now = now;
  }

  /** Counts a failure. Answers whether the outage is new; then `details` are logged with the error. */
  began(error: unknown, details: Record<string, unknown> = {}): boolean {
    const now = this.#now();
    if (this.#outage) {
      this.#outage.lastAt = now;
      this.#outage.failures++;
      return false;
    }
    this.#outage = { startedAt: now, lastAt: now, failures: 1 };
    this.#write({ err: error, ...details }, this.#words.began);
    return true;
  }

  /** Ends the outage, unless it failed within the last `quietMs`: a success between failures is no end. */
  over(quietMs = 0, details: Record<string, unknown> = {}): void {
    if (!this.#outage) return;
    const { startedAt, lastAt, failures } = this.#outage;
    const now = this.#now();
    if (now - lastAt < quietMs) return;
    this.#outage = undefined;
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
    this.#words = { level: 'error', ...words };
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
    for (const outage of this.#failing.get(operation)?.values() ?? []) outage.over(QUIET_MS, details);
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
  const outage = ofLog.get(words.began) ?? new OutageLog(log, words);
  ofLog.set(words.began, outage);
  return outage;
}

/** The outage of Postgres, however many tasks and calls of a process meet it; its pools end it. */
export const postgresOutage = (log: Logger): OutageLog =>
  outageIn(log, { began: 'Postgres cannot be used', over: 'Postgres can be used again' });
