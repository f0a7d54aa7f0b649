import type { Pool } from '@assay/kit/postgres/db';
import type { ClaimRequest } from '@assay/work/service/work-source';
import { countWaiting } from '../../store/work/leases.ts';

/** A runner that asked within this time is there, in milliseconds: it asks at least every 15 seconds. */
const THERE_MS = 30_000;

/** Shares the last iterations among the runners that ask this replica, so that all of them end at once. */
export class FairShare {
  readonly #pool: Pool;
  readonly #askedAt = new Map<string, number>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /**
   * How many iterations a runner is handed: as many as it asks for, but while another one is there no more than half of those
   * that wait, or as many as it begins at once.
   */
  async countFor({ runnerId, count, ahead = 0 }: Pick<ClaimRequest, 'runnerId' | 'count' | 'ahead'>): Promise<number> {
    const now = performance.now();
    for (const [id, askedAt] of this.#askedAt) if (now - askedAt > THERE_MS) this.#askedAt.delete(id);
    this.#askedAt.set(runnerId, now);
    if (ahead <= 0 || this.#askedAt.size === 1) return count;
    const share = Math.ceil((await countWaiting(this.#pool, 2 * count)) / 2);
    return Math.min(count, Math.max(count - ahead, share));
  }
}
