import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { BUNDLE_BYTES, BundleZip } from '../plugins/documents.ts';
import { GetSkill, SkillDeleted, SkillDetail, SkillPage, SkillPushed } from './documents.ts';

const common = { tag: 'Skills', service: 'environments', status: 200 } as const;

export const deleteProjectSkill = operation({
  ...common,
  method: 'DELETE',
  path: '/projects/{projectId}/skills/{skillId}',
  access: 'admin',
  summary: 'Delete a skill that was pushed alone.',
  description:
    'CONFLICT while an environment that is not archived, or a client, selects it, and for a skill of a plugin, which goes with its plugin.',
  input: NoInput,
  bodyOptional: true,
  reply: SkillDeleted,
});

export const getProjectSkill = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/skills/{skillId}',
  access: 'viewer',
  summary: 'Read a skill with its instructions and files.',
  input: GetSkill,
  reply: SkillDetail,
});

export const listProjectSkills = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/skills',
  access: 'viewer',
  summary: 'List the skills of a project and of its plugins.',
  description: 'All of them, by name.',
  input: NoQuery,
  reply: SkillPage,
});

export const pushProjectSkill = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/skills',
  access: 'admin',
  defaultProject: true,
  summary: 'Bring in a skill, or a new version of the skill of that name.',
  description:
    'The project may be `default`. The body is a zip of the folder of one skill, with its SKILL.md. The same content makes no second version: 200 with `created: false`. A zip that is not taken is VALIDATION_ERROR, and `details.entry` names the entry. Nothing of it is started.',
  timeoutMs: 60_000,
  input: BundleZip,
  consumes: 'application/zip',
  maxBodyBytes: BUNDLE_BYTES,
  status: 201,
  reply: SkillPushed,
  otherwise: { status: 200, reply: SkillPushed },
});
