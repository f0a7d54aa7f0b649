import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { iterationDetail } from '../../domain/iterations/iteration-detail.ts';
import { findIterationDetail } from '../../store/iterations/iteration-detail.ts';

export const getEvalIteration = ({ pool }: Deps) =>
  handle(operations.getEvalIteration, async (_caller, target) => {
    const found = await findIterationDetail(pool, target);
    if (!found) throw notFound('iteration');
    return iterationDetail(target.projectId, found);
  });
