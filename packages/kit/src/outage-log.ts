import type { Logger } from './log.ts';

/** The messages of the log when something begins to fail, and when it works again. */
export interface OutageWords {
  began: string;
  over: string;
}

/** Logs when something begins to fail and when it works again, with the number of failures, and nothing in between. */
export class OutageLog {
  readonly #log: Logger;
  readonly #words: OutageWords;
  #outage: { startedAt: number; lastAt: number; failures: number } | undefined;

  constructor(log: Logger, words: OutageWords) {
    this.#log = log;
    this.#words = words;
  }

  /** Counts a failure. Answers whether the outage is new. */
  began(error: unknown): boolean {
    const now = performance.now();
    if (this.#outage) {
      this.#outage.lastAt = now;
      this.#outage.failures++;
      return false;
    }
    this.#outage = { startedAt: now, lastAt: now, failures: 1 };
    this.#log.warn({ err: error }, this.#words.began);
    return true;
  }

  /** Ends the outage, unless it failed within the last `quietMs`: a success between failures is no end. */
  over(quietMs = 0): void {
    if (!this.#outage) return;
    const { startedAt, lastAt, failures } = this.#outage;
    const now = performance.now();
    if (now - lastAt < quietMs) return;
    this.#outage = undefined;
    // At the level of the beginning: a reader of the one must see the other.
    this.#log.warn({ failures, seconds: Math.round((now - startedAt) / 1_000) }, this.#words.over);
  }
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
