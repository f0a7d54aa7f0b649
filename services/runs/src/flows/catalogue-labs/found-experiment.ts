import { notFound } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';
import type { ReadLab } from '../../domain/catalogue-labs/lab.ts';
import { findLab } from '../../store/catalogue-labs/labs.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

/** An experiment of the project whose run is there. Throws NOT_FOUND. */
export async function foundExperiment(
  { pool }: Pick<Deps, 'pool'>,
  projectId: string,
  experimentId: string,
): Promise<ReadLab> {
  const lab = await findLab(pool, projectId, experimentId);
  const run = lab && lab.runId !== null && (await findRun(pool, projectId, lab.runId));
  if (!lab || !run) throw notFound('description experiment');
  return lab;
}
