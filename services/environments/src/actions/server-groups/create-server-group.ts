import type { CreateServerGroup, ServerGroup } from '@assay/contract/areas/server-groups/documents';
import { audit } from '@assay/kit/audit/audit';
import { newId } from '@assay/kit/id';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { onceWithKey, type FirstReply, type RepeatableRequest } from '@assay/kit/requests/idempotency';
import { nameTakenProblem } from '../../domain/refusals.ts';
import { toServerGroup } from '../../domain/server-groups/server-group.ts';
import { admitToProject } from '../projects/admit-to-project.ts';
import { insertServerGroup } from '../../store/server-groups/server-groups.ts';

/** Writes a server group once per idempotency key. Throws CONFLICT when the project has one with that name. */
export function createServerGroup(
  pool: Pool,
  projectId: string,
  draft: CreateServerGroup,
  request: RepeatableRequest,
): Promise<FirstReply<ServerGroup>> {
  return transaction(pool, (tx) =>
    onceWithKey(tx, request, async () => {
      const group = await insertServerGroup(tx, { id: newId('srvgroup'), projectId, ...draft });
      if (!group) throw nameTakenProblem('a server group', draft.name);
      await admitToProject(tx, projectId, 'serverGroups');
      const after = toServerGroup(group);
      await audit(tx, { target: { serverGroupId: group.id }, after });
      return after;
    }),
  );
}
