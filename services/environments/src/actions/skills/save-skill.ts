import { newId } from '@assay/kit/id';
import type { Tx } from '@assay/kit/postgres/db';
import type { SkillContent } from '@assay/plugin-bundle/skill';
import { skillBody } from '../../domain/skills/skill-record.ts';
import { saveSkillVersion } from '../../store/skills/skills.ts';

/** Stores a skill's content as the newest version of the skill of that name; without a plugin, as one of its own. */
export const saveSkill = (tx: Tx, owner: { projectId: string; pluginId: string | null }, skill: SkillContent) =>
  saveSkillVersion(tx, {
    ...owner,
    skillId: newId('skill'),
    versionId: newId('skillver'),
    name: skill.name,
    description: skill.description,
    contentHash: skill.contentHash,
    body: skillBody(skill),
  });
