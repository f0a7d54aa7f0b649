import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { cancelLab } from '../../actions/catalogue-labs/end-lab.ts';
import type { Deps } from '../../deps.ts';

export const cancelCatalogueLab = ({ pool }: Deps) =>
  handle(operations.cancelCatalogueLab, async (_caller, { projectId, labId }) => ({
    labId,
    ...(await cancelLab(pool, projectId, labId)),
  }));
