import type { UpdateServerGroup } from '@assay/contract/areas/server-groups/documents';
import { canonicalJson } from '@assay/contract/canonical';
import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { isDuplicate, transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { nameTakenProblem, staleProblem } from '../../domain/refusals.ts';
import { toServerGroup, type StoredServerGroup } from '../../domain/server-groups/server-group.ts';
import { claimServerGroup, replaceServerGroup } from '../../store/server-groups/server-groups.ts';

/** Changes a server group over the revision that was read. Throws NOT_FOUND or CONFLICT. */
export function updateServerGroup(
  pool: Pool,
  projectId: string,
  id: string,
  { expectedRevision, ...change }: UpdateServerGroup,
): Promise<StoredServerGroup> {
  return transaction(pool, async (tx) => {
    const group = await claimServerGroup(tx, projectId, id);
    if (!group) throw notFound('server group');
    if (group.snapshotOf !== undefined) throw conflict('A snapshot never changes: edit the server group instead.');
    if (group.revision !== expectedRevision) throw staleProblem('server group', group.revision);
    return replaced(tx, group, { ...group, ...change });
  }).catch((error: unknown) => {
    throw isDuplicate(error) ? nameTakenProblem('a server group', change.name!) : error;
  });
}

async function replaced(tx: Tx, before: StoredServerGroup, next: StoredServerGroup): Promise<StoredServerGroup> {
  const isSame = canonicalJson(toServerGroup(before)) === canonicalJson(toServerGroup(next));
  const saved = isSame ? before : (await replaceServerGroup(tx, next))!;
  await audit(tx, {
    target: { serverGroupId: before.id },
    before: toServerGroup(before),
    after: toServerGroup(saved),
  });
  return saved;
}
