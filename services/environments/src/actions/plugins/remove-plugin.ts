import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import { holdersProblem } from '../../domain/plugins/holders-problem.ts';
import { listBundleHolders } from '../../store/plugins/bundle-holders.ts';
import {
  claimPlugin,
  deletePlugin,
  deleteVersion,
  deleteVersions,
  updateActiveVersion,
} from '../../store/plugins/plugins.ts';
import { deletePluginSkills, deleteUnusedSkills, type DeletedSkills } from '../../store/skills/skills.ts';

/** Deletes a plugin; false when there is none. Throws CONFLICT while something selects a part of it. */
export function removePlugin(pool: Pool, projectId: string, pluginId: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    if (!(await claimPlugin(tx, projectId, pluginId))) return false;
    // Versions before skills, as environments lock what they select.
    const versionIds = await deleteVersions(tx, projectId, pluginId);
    const skills = await deletePluginSkills(tx, projectId, pluginId);
    await deletePlugin(tx, projectId, pluginId);
    await refuseHeld(tx, projectId, versionIds, skills);
    await audit(tx, { rpc: rpcOf(operations.deleteProjectPlugin).path, target: { pluginId } });
    return true;
  });
}

/** Deletes a version of a plugin; false when there is none. Throws CONFLICT while something selects a part of it. */
export function removePluginVersion(
  pool: Pool,
  projectId: string,
  pluginId: string,
  versionId: string,
): Promise<boolean> {
  return transaction(pool, async (tx) => {
    if (!(await claimPlugin(tx, projectId, pluginId))) return false;
    if (!(await deleteVersion(tx, projectId, pluginId, versionId))) return false;
    await refuseHeld(tx, projectId, [versionId], await deleteUnusedSkills(tx, projectId, pluginId));
    await updateActiveVersion(tx, projectId, pluginId);
    await audit(tx, {
      rpc: rpcOf(operations.deletePluginVersion).path,
      target: { pluginId, pluginVersionId: versionId },
    });
    return true;
  });
}

/** Throws, which undoes the deletion, when something selects what was deleted. */
async function refuseHeld(tx: Tx, projectId: string, pluginVersionIds: string[], skills: DeletedSkills): Promise<void> {
  const problem = holdersProblem(await listBundleHolders(tx, projectId, { pluginVersionIds, ...skills }));
  if (problem) throw problem;
}
