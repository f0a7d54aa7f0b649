import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import type { SkillContent } from '@assay/plugin-bundle/skill';
import { bundleQuotaProblem } from '../../domain/plugins/quota.ts';
import type { StoredSkill } from '../../domain/skills/skill-record.ts';
import { claimBundles, findBundleUsage } from '../../store/plugins/plugins.ts';
import { findSkill } from '../../store/skills/skills.ts';
import { refuseDeletedProject } from '../projects/admit-to-project.ts';
import { saveSkill } from './save-skill.ts';

/** Stores a skill's content as the newest version of the skill of that name. */
export function pushSkill(
  pool: Pool,
  projectId: string,
  skill: SkillContent,
): Promise<{ skill: StoredSkill; isNew: boolean }> {
  return transaction(pool, async (tx) => {
    await claimBundles(tx, projectId);
    await refuseDeletedProject(tx, projectId);
    const { skillId, versionId, isNew, isChange } = await saveSkill(tx, { projectId, pluginId: null }, skill);
    const problem = bundleQuotaProblem(await findBundleUsage(tx, projectId));
    if (problem) throw problem;
    const change = {
      rpc: rpcOf(operations.pushProjectSkill).path,
      target: { skillId, versionId },
      after: { name: skill.name, contentHash: skill.contentHash },
    };
    await audit(tx, isChange ? change : undefined);
    return { skill: (await findSkill(tx, projectId, skillId))!.skill, isNew };
  });
}
