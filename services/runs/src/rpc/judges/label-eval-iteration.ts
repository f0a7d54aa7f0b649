import { operations } from '@assay/contract/operations';
import { conflict, forbidden, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { labelIteration as label } from '../../actions/judges/label-iteration.ts';
import type { Deps } from '../../deps.ts';
import { faultProblem } from '@assay/contract/fault';
import { findLabelled } from '../../store/judges/labels.ts';

export const labelEvalIteration = ({ pool }: Deps) =>
  handle(operations.labelEvalIteration, async ({ userId }, target, { verdict, note = null }) => {
    if (userId === undefined) throw forbidden('Only a person can label a trial.');
    if (verdict === null && note !== null) throw faultProblem({ path: '/note', message: 'needs a verdict' });
    const { runId, iterationId } = target;
    const trial = await findLabelled(pool, target);
    if (!trial) throw notFound('iteration');
    if (trial.status === 'pending' || trial.status === 'running')
      throw conflict('The trial is not over yet.', { status: trial.status });
    const labels = await label(
      pool,
      {
        runId,
        suiteId: trial.suiteId,
        iterationId,
        userId,
      },
      verdict === null ? undefined : { verdict, note },
    );
    if (!labels) throw notFound('iteration');
    return {
      iterationId,
      labels: labels.map(({ userId, verdict, note, updatedAt }) => ({
        userId,
        verdict,
        ...(note !== null && { note }),
        updatedAt: updatedAt.getTime(),
      })),
    };
  });
