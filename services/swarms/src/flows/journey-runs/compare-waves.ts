import { notFound } from '@assay/contract/problem';
import type { Db } from '@assay/kit/postgres/db';
import type { StoredRun } from '../../domain/journey-runs/run.ts';
import {
  comparedCells,
  pairedRuns,
  sharedCells,
  type ComparedSide,
} from '../../domain/journey-runs/wave-comparison.ts';
import { listRunsOfWave } from '../../store/journey-runs/journey-runs.ts';
import { countPairs } from '../../store/journey-runs/session-pairs.ts';

/** The runs of a wave. Throws NOT_FOUND. */
export async function runsOfWave(db: Db, projectId: string, waveId: string): Promise<StoredRun[]> {
  const runs = await listRunsOfWave(db, projectId, waveId);
  if (runs.length === 0) throw notFound('wave', { waveId });
  return runs;
}

/** Compares two sides by the counts of their runs and by one query that counts pairs. */
export async function compareSides(
  db: Db,
  baseline: ComparedSide,
  wave: ComparedSide,
): Promise<ReturnType<typeof comparedCells>> {
  const cells = sharedCells(baseline, wave);
  return comparedCells(cells, await countPairs(db, pairedRuns(cells)));
}
