import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { holdersProblem } from '../../domain/plugins/holders-problem.ts';
import { listBundleHolders } from '../../store/plugins/bundle-holders.ts';
import { deleteOwnSkill } from '../../store/skills/skills.ts';

/**
 * Deletes a skill; false when the project has no such skill that was pushed alone. Throws CONFLICT while something
 * selects it.
 */
export function removeSkill(pool: Pool, projectId: string, skillId: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    if (!(await deleteOwnSkill(tx, projectId, skillId))) return false;
    const deleted = { pluginVersionIds: [], skillIds: [skillId], skillVersionIds: [] };
    const problem = holdersProblem(await listBundleHolders(tx, projectId, deleted));
    if (problem) throw problem;
    await audit(tx, { rpc: rpcOf(operations.deleteProjectSkill).path, target: { skillId } });
    return true;
  });
}
