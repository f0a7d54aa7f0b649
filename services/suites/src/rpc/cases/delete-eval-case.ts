import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { removeCase } from '../../actions/cases/remove-case.ts';
import type { Deps } from '../../deps.ts';

export const deleteEvalCase = ({ pool }: Deps) =>
  handle(operations.deleteEvalCase, async (_caller, { caseId: id, ...target }) => {
    await removeCase(pool, target, id);
    return { id, deleted: true as const };
  });
