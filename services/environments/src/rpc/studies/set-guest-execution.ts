import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { changeStudy } from '../../actions/studies/change-study.ts';
import type { Deps } from '../../deps.ts';

export const setGuestExecution = ({ pool }: Deps) =>
  handle(operations.setGuestExecution, async (_caller, target, guestExecution) => {
    const study = await changeStudy(pool, target, (before) => ({ study: { ...before, guestExecution } }));
    return { id: study.id, projectId: study.projectId, guestExecution: study.guestExecution };
  });
