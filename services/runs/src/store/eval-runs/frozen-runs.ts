import { memoize } from '@assay/kit/concurrency/memoize';
import type { FrozenCase } from '@assay/contract/areas/cases/documents';
import type { RunSpec } from '@assay/contract/areas/eval-runs/run-spec';
import { rows, sql, type Db, type Pool } from '@assay/kit/postgres/db';

/** The parts of a run that never change: its specification, and its cases by position. */
export interface FrozenRun {
  spec: RunSpec;
  cases: Map<number, FrozenCase>;
}

/** The specification of a run. */
export async function findRunSpec(db: Db, runId: string): Promise<RunSpec | undefined> {
  const [run] = await rows<{ spec: RunSpec }>(db, sql`select spec from runs where id = ${runId}`);
  return run?.spec;
}

export async function findFrozenRun(db: Db, runId: string): Promise<FrozenRun | undefined> {
  const spec = await findRunSpec(db, runId);
  if (!spec) return undefined;
  const cases = await rows<{ position: number; body: FrozenCase }>(
    db,
    sql`select position, body from run_cases where run_id = ${runId}`,
  );
  return { spec, cases: new Map(cases.map(({ position, body }) => [position, body])) };
}

/** At most this many runs are cached; frozen parts never change, so an entry is never stale. */
const KEPT = 32;

/** Reads the frozen parts of a run, once per run and process. */
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
