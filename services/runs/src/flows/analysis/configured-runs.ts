import type { Pool } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import type { ConfiguredRun } from '../../domain/run-targets/configuration-items.ts';
import { digestCases } from '../../store/eval-runs/cases.ts';
import { findServerVersions } from './met-surfaces.ts';

/** Runs with the facts of their configuration that their rows do not hold. */
export async function findConfiguredRuns(pool: Pool, runs: Run[]): Promise<ConfiguredRun[]> {
  const versions = await findServerVersions(
    pool,
    runs.map(({ id }) => id),
  );
  return Promise.all(
    runs.map(async (run) => ({ run, digest: await digestCases(pool, run.id), versions: versions.get(run.id)! })),
  );
}
