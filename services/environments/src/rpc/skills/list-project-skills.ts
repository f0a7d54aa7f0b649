import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { toSkill } from '../../domain/skills/skill-record.ts';
import { listSkills } from '../../store/skills/skills.ts';

export const listProjectSkills = ({ pool }: Deps) =>
  handle(operations.listProjectSkills, async (_caller, { projectId }) => ({
    items: (await listSkills(pool, projectId)).map(toSkill),
  }));
