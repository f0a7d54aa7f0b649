import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { deleteSecret as remove } from '../../actions/secrets/delete-secret.ts';
import type { Deps } from '../../deps.ts';

export const deleteSecret = ({ pool }: Deps) =>
  handle(operations.deleteSecret, async (_caller, { projectId, secretId }) => {
    if (!(await remove(pool, projectId, secretId))) throw notFound('secret');
    return { id: secretId, deleted: true as const };
  });
