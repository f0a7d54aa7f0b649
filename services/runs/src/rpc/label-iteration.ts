import { labelEvalIteration as operation } from '@assay/contract/operations/judging';
import { conflict, forbidden, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { refuse } from '../domain/refuse.ts';
import { deleteLabel, findLabelled, listLabels, replaceLabel } from '../store/labels.ts';

export const labelIteration = ({ pool }: Deps) =>
  handle(operation, async ({ userId }, target, { verdict, note }) => {
    if (userId === undefined) throw forbidden('Only a person can label a trial.');
    if (verdict === null && note !== undefined) throw refuse('/note', 'belongs to a verdict');
    const { iterationId } = target;
    const trial = await findLabelled(pool, target);
    if (!trial) throw notFound('iteration');
    if (trial.status === 'pending' || trial.status === 'running') throw conflict('The trial is not over yet.', { status: trial.status });
    if (verdict === null) await deleteLabel(pool, iterationId, userId);
    else if (!await replaceLabel(pool, iterationId, trial.suiteId, { userId, verdict, note: note ?? null })) throw notFound('iteration');
    const labels = await listLabels(pool, iterationId);
    return {
      iterationId,
      labels: labels.map((label) => ({ userId: label.userId, verdict: label.verdict, ...(label.note !== null && { note: label.note }), updatedAt: label.updatedAt.getTime() })),
    };
  });
