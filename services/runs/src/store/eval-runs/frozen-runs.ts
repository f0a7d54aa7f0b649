import { memoize } from '@assay/kit/concurrency/memoize';
import type { Pool } from '@assay/kit/postgres/db';
import { findFrozenRun, type FrozenRun } from './cases.ts';

/** How many runs are kept; what a run froze never changes, so a kept one is never stale. */
const KEPT = 32;

/** Reads what grading needs of a run, once per run and process. */
export class FrozenRuns {
  readonly #find: (runId: string) => FrozenRun | undefined | Promise<FrozenRun | undefined>;

  constructor(pool: Pool) {
    this.#find = memoize((runId) => findFrozenRun(pool, runId), { max: KEPT });
  }

  /** Undefined when the run is gone. */
  async find(runId: string): Promise<FrozenRun | undefined> {
    return this.#find(runId);
  }
}
