import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { stepsOf } from '../../domain/iterations/steps.ts';
import { findGraded } from '../../store/eval-runs/cases.ts';

export const getEvalRunSteps = ({ pool }: Deps) =>
  handle(operations.getEvalRunSteps, async (_caller, { projectId, runId, iterationId }) => {
    const found = await findGraded(pool, projectId, runId, iterationId);
    if (!found) throw notFound('iteration');
    return { items: stepsOf(found.frozen, found.status, found.grade) };
  });
