import { operations } from '@assay/contract/operations';
import { handle, otherwise } from '@assay/kit/rpc/handle';
import { pushSkill } from '../../actions/skills/push-skill.ts';
import type { Deps } from '../../deps.ts';
import { toSkill } from '../../domain/skills/skill-record.ts';
import { readBundle } from '../../flows/plugin-bundles/read-bundle.ts';

export const pushProjectSkill = ({ pool }: Deps) =>
  handle(operations.pushProjectSkill, async (_caller, { projectId }, zip) => {
    const content = await readBundle('skill', zip);
    const { skill, isNew } = await pushSkill(pool, projectId, content.skill);
    const reply = {
      skillId: skill.id,
      versionId: skill.versionId,
      created: isNew,
      skill: toSkill(skill),
      warnings: content.warnings,
    };
    return isNew ? reply : otherwise(reply);
  });
