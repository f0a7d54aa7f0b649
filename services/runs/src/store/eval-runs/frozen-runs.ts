import type { Pool } from '@assay/kit/postgres/db';
import { findFrozenRun, type FrozenRun } from './cases.ts';

/** How many runs are kept; what a run froze never changes, so a kept one is never stale. */
const KEPT = 32;

/** Reads what grading needs of a run, once per run and process. */
export class FrozenRuns {
  readonly #pool: Pool;
  readonly #kept = new Map<string, Promise<FrozenRun | undefined>>();

  constructor(pool: Pool) {
    this.#pool = pool;
  }

  /** Undefined when the run is gone. */
  find(runId: string): Promise<FrozenRun | undefined> {
    const kept = this.#kept.get(runId);
    if (kept) return kept;
    const found = findFrozenRun(this.#pool, runId);
    this.#kept.set(runId, found);
    found.catch(() => this.#kept.delete(runId));
    if (this.#kept.size > KEPT) this.#kept.delete(this.#kept.keys().next().value!);
    return found;
  }
}
