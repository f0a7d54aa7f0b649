import { Problem, reasons } from '@assay/contract/problem';

/** The open connections of a process: a limit for all, and one for each organization. */
export class SocketBudget {
  readonly #most: number;
  readonly #mostOfShare: number;
  readonly #open = new Map<string, number>();
  #total = 0;

  constructor(most: number, mostOfShare: number) {
    this.#most = most;
    this.#mostOfShare = mostOfShare;
  }

  /**
   * Counts a connection; the returned function counts it as closed.
   * @throws Problem RATE_LIMITED when no more may be open.
   */
  take(share: string): () => void {
    const open = this.#open.get(share) ?? 0;
    if (open >= this.#mostOfShare || this.#total >= this.#most)
      throw new Problem(
        'RATE_LIMITED',
        `Too many connections to servers are open: at most ${this.#mostOfShare} of one organization, and ${this.#most} in all. Wait until others are closed.`,
        { reason: reasons.CONNECTION_LIMIT },
        1,
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
export const PROCESS_SOCKETS = new SocketBudget(1_024, 512);
