import { Problem, reasons, unavailable } from '@assay/contract/problem';

const RETRY_SECONDS = 1;
const details = { reason: reasons.CONNECTION_LIMIT };

/**
 * The open connections of a process. An organization may have as many as are still free: one alone half of all, two a
 * third each. So there is always one for an organization that has none, until very many share them.
 */
export class SocketBudget {
  readonly #most: number;
  readonly #open = new Map<string, number>();
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts a connection; the returned function counts it as closed.
   * @throws Problem RATE_LIMITED when the share is used up, UNAVAILABLE when no connection is free.
   */
  take(share: string): () => void {
    const [open, free] = [this.#open.get(share) ?? 0, this.#most - this.#total];
    if (free === 0)
      throw unavailable(
        `This installation has ${this.#most} connections to servers open, and opens no more. Wait until others are closed.`,
        { ...details, retryAfter: RETRY_SECONDS },
      );
    if (open >= free)
      throw new Problem(
        'RATE_LIMITED',
        `Your organization has ${open} connections to servers open, as many as are left for all others. Wait until some are closed.`,
        details,
        RETRY_SECONDS,
      );
    this.#open.set(share, open + 1);
    this.#total += 1;
    let isOpen = true;
    return () => {
      if (!isOpen) return;
      isOpen = false;
      this.#total -= 1;
      const left = this.#open.get(share)! - 1;
      if (left > 0) this.#open.set(share, left);
      else this.#open.delete(share);
    };
  }
}

/**
 * At most this many of a process's descriptors: a quarter of the usual limit of 4,096, so that its own callers and
 * Postgres find some.
 */
export const PROCESS_SOCKETS = new SocketBudget(1_024);
