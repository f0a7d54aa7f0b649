import { operation } from '../../operation.ts';
import {
  GetServerSkill,
  ListServerSkills,
  ReadServerSkillFile,
  ServerSkill,
  ServerSkillFile,
  SkillCatalog,
} from './documents.ts';

const extension =
  'A server without the skills extension of MCP answers FEATURE_NOT_SUPPORTED; one that is switched off CONFLICT.';
const TIMEOUT_MS = 620_000;
const refusal = 'A skill that fails verification is answered with a `refusal` that says why, and must not be loaded.';

export const getServerSkill = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/skills/get',
  safe: true,
  tag: 'Server skills',
  summary: 'Read a skill of a server and verify it.',
  description: `Its SKILL.md is read and compared with the size, digest and frontmatter that the server declares. ${refusal} ${extension}`,
  access: 'member',
  service: 'diagnostics',
  timeoutMs: TIMEOUT_MS,
  input: GetServerSkill,
  status: 200,
  reply: ServerSkill,
});

export const listServerSkills = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/skills',
  safe: true,
  tag: 'Server skills',
  summary: 'List the skills that a server offers.',
  description: `All of them at once, and the entries that were declined because they break the extension's rules. ${extension}`,
  access: 'member',
  service: 'diagnostics',
  timeoutMs: TIMEOUT_MS,
  input: ListServerSkills,
  bodyOptional: true,
  status: 200,
  reply: SkillCatalog,
});

export const readServerSkillFile = operation({
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/skills/read-file',
  safe: true,
  tag: 'Server skills',
  summary: 'Read one file of a skill and verify it.',
  description: `The file must be in the skill's manifest. ${refusal} ${extension}`,
  access: 'member',
  service: 'diagnostics',
  timeoutMs: TIMEOUT_MS,
  input: ReadServerSkillFile,
  status: 200,
  reply: ServerSkillFile,
});
