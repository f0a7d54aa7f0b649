import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { toServerGroup } from '../../domain/server-groups/server-group.ts';
import {
  claimServerGroup,
  deleteServerGroup as deleteRow,
  listKeepingEnvironments,
} from '../../store/server-groups/server-groups.ts';

const MAX_NAMED = 20;

/** Deletes a server group or a snapshot. Throws NOT_FOUND, or CONFLICT while an environment uses it. */
export function deleteServerGroup(pool: Pool, projectId: string, id: string): Promise<void> {
  return transaction(pool, async (tx) => {
    const group = await claimServerGroup(tx, projectId, id);
    if (!group) throw notFound('server group');
    const environments = await listKeepingEnvironments(tx, id, MAX_NAMED);
    if (environments.length > 0)
      throw conflict(`The environment "${environments[0]!.name}" uses the server group: give it another one first.`, {
        environments,
      });
    await deleteRow(tx, projectId, id);
    await audit(tx, { target: { serverGroupId: id }, before: toServerGroup(group) });
  });
}
