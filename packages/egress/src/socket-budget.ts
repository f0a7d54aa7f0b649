import { Problem, reasons, unavailable } from '@assay/contract/problem';

const RETRY_SECONDS = 1;
const details = { reason: reasons.CONNECTION_LIMIT };

/** One open connection, as it counts. */
export interface CountedSocket {
  /** Between two requests: `close` is called to make room for another connection. */
  setIdle(close: () => void): void;
  /** A request uses it again. */
  setBusy(): void;
  /** It is closed. */
  release(): void;
}

/**
 * The open connections of a process. An organization may have as many as are still free: one alone half of all, two a
 * third each. So there is always one for an organization that has none, until very many share them. An idle connection
 * is closed when its place is wanted.
 */
export class SocketBudget {
  readonly #most: number;
  readonly #open = new Map<string, number>();
  /** The idle connections, the one that is idle for longest first. */
  readonly #idle = new Map<symbol, { share: string; close: () => void }>();
  #total = 0;

  constructor(most: number) {
    this.#most = most;
  }

  /**
   * Counts a connection.
   * @throws Problem RATE_LIMITED when the share is used up, UNAVAILABLE when no connection is free.
   */
  take(share: string): CountedSocket {
    this.#makeRoom(share);
    const [open, free] = [this.#openOf(share), this.#most - this.#total];
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
    return this.#count(share);
  }

  #count(share: string): CountedSocket {
    const key = Symbol(share);
    this.#open.set(share, this.#openOf(share) + 1);
    this.#total += 1;
    let isOpen = true;
    return {
      setIdle: (close) => {
        if (isOpen) this.#idle.set(key, { share, close });
      },
      setBusy: () => void this.#idle.delete(key),
      release: () => {
        if (!isOpen) return;
        isOpen = false;
        this.#idle.delete(key);
        this.#total -= 1;
        const left = this.#openOf(share) - 1;
        if (left > 0) this.#open.set(share, left);
        else this.#open.delete(share);
      },
    };
  }

  /** Closes idle connections of the share; of others only when it has none and no connection is free. */
  #makeRoom(share: string): void {
    while (this.#openOf(share) >= this.#most - this.#total) {
      const hasNone = this.#openOf(share) === 0;
      const found = [...this.#idle].find(([, idle]) => hasNone || idle.share === share);
      if (!found) return;
      const [key, { close }] = found;
      this.#idle.delete(key);
      close();
    }
  }

  #openOf(share: string): number {
    return this.#open.get(share) ?? 0;
  }
}

/**
 * At most this many of a process's descriptors: a quarter of the usual limit of 4,096, so that its own callers and
 * Postgres find some.
 */
export const PROCESS_SOCKETS = new SocketBudget(1_024);
