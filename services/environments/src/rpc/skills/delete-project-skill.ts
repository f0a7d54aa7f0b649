import { operations } from '@assay/contract/operations';
import { conflict, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { removeSkill } from '../../actions/skills/remove-skill.ts';
import type { Deps } from '../../deps.ts';
import { findSkill } from '../../store/skills/skills.ts';

export const deleteProjectSkill = ({ pool }: Deps) =>
  handle(operations.deleteProjectSkill, async (_caller, { projectId, skillId }) => {
    const found = await findSkill(pool, projectId, skillId);
    if (found && found.skill.pluginId !== null)
      throw conflict('A plugin brings this skill: delete the plugin, or push a version without the skill.', {
        pluginId: found.skill.pluginId,
      });
    if (!(await removeSkill(pool, projectId, skillId))) throw notFound('skill');
    return { id: skillId, deleted: true as const };
  });
