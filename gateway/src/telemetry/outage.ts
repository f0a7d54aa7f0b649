import type { Logger } from '@assay/kit/log';

/** Logs when something begins to fail and when it works again, and nothing in between. */
export class OutageLog {
  readonly #log: Logger;
  readonly #says: { began: string; over: string };
  #lasts = false;

  constructor(log: Logger, says: { began: string; over: string }) {
    this.#log = log;
    this.#says = says;
  }

  /** Answers whether the outage is new. */
  began(error: unknown): boolean {
    const isNews = !this.#lasts;
    if (isNews) this.#log.warn({ err: error }, this.#says.began);
    this.#lasts = true;
    return isNews;
  }

  over(): void {
    if (this.#lasts) this.#log.info(this.#says.over);
    this.#lasts = false;
  }
}
