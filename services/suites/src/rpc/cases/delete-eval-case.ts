import { deleteEvalCase as operation } from '@assay/contract/operations/cases';
import { handle } from '@assay/kit/rpc/handle';
import { removeCase } from '../../actions/cases/remove-case.ts';
import type { Deps } from '../../deps.ts';

export const deleteCase = ({ pool }: Deps) =>
  handle(operation, async (_caller, { caseId: id, ...target }) => {
    await removeCase(pool, target, id);
    return { id, deleted: true as const };
  });
