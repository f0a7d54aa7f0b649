import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toSkillDetail } from '../../domain/skills/skill-record.ts';
import { findSkill, listSkillVersions } from '../../store/skills/skills.ts';

export const getProjectSkill = ({ pool }: Deps) =>
  handle(operations.getProjectSkill, async (_caller, { projectId, skillId }, { versionId }) => {
    const found = await findSkill(pool, projectId, skillId, versionId);
    if (!found) throw notFound(versionId === undefined ? 'skill' : 'version of the skill');
    return toSkillDetail(found.skill, found.body, await listSkillVersions(pool, skillId));
  });
