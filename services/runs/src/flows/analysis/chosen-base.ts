import { faultProblem } from '@assay/contract/fault';
import { notFound } from '@assay/contract/problem';
import type { Db } from '@assay/kit/postgres/db';
import type { Run } from '../../domain/eval-runs/run.ts';
import { findRun } from '../../store/eval-runs/runs.ts';

/**
 * The run that a caller chose to compare a run with.
 * @throws NOT_FOUND; VALIDATION_ERROR at `baseRunId` for the run itself, a run of another suite, and one under way.
 */
export async function chosenBase(db: Db, { id, projectId, suiteId }: Run, baseRunId: string): Promise<Run> {
  const base = await findRun(db, projectId, baseRunId);
  if (!base) throw notFound('base run');
  if (base.id === id) throw faultProblem({ path: '/baseRunId', message: 'is the run itself' });
  if (base.suiteId !== suiteId) throw faultProblem({ path: '/baseRunId', message: 'is a run of another suite' });
  if (base.completedAt === null) throw faultProblem({ path: '/baseRunId', message: 'is not over yet' });
  return base;
}
