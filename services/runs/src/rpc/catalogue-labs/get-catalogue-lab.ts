import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toCatalogueLab } from '../../domain/catalogue-labs/lab-view.ts';
import { findLab } from '../../store/catalogue-labs/labs.ts';

export const getCatalogueLab = ({ pool }: Deps) =>
  handle(operations.getCatalogueLab, async (_caller, { projectId, labId }) => {
    const lab = await findLab(pool, projectId, labId);
    if (lab?.runId !== null) throw notFound('catalogue lab');
    return toCatalogueLab(lab);
  });
