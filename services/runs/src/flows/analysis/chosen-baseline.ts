import { faultProblem } from '@assay/contract/fault';
import { notFound } from '@assay/contract/problem';
import type { Db } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

/**
 * The run that a request names as the baseline of a run of the suite, at `path`.
 * @throws NOT_FOUND when the project has no such run; VALIDATION_ERROR when it is of another suite, or not over.
 */
export async function chosenBaseline(
  db: Db,
  { projectId, suiteId }: Pick<Run, 'projectId' | 'suiteId'>,
  baseRunId: string,
  path: string,
): Promise<Run> {
  const base = await findRun(db, projectId, baseRunId);
  if (!base) throw notFound('base run');
  if (base.suiteId !== suiteId) throw faultProblem({ path, message: 'is a run of another suite' });
  if (base.completedAt === null) throw faultProblem({ path, message: 'is not over yet' });
  return base;
}
