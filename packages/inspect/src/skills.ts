import type {
  GetServerSkill,
  ReadServerSkillFile,
  ServerSkill,
  ServerSkillFile,
  SkillCatalog,
} from '@assay/contract/areas/server-skills/documents';
import { given } from '@assay/contract/given';
import type { SkillFile } from '@assay/mcp/requests/skills';
import type { Inspection } from './inspected-server.ts';
import { withCachedSession } from './with-session.ts';

export const listServerSkills: Inspection<object> = (subject) =>
  withCachedSession(subject, { isSafe: true }, async ({ skills }): Promise<SkillCatalog> => {
    const { skills: items, invalid } = await skills.list(subject.ties);
    return { items, declined: invalid };
  });

export const getServerSkill: Inspection<GetServerSkill> = (subject, { uri }) =>
  withCachedSession(subject, { isSafe: true }, async ({ skills }): Promise<ServerSkill> => {
    const found = await skills.get(uri, subject.ties);
    if ('refusal' in found) return found;
    const { skill, document } = found;
    const { frontmatter, body } = document;
    return {
      skill,
      document: { ...fileOf(document), ...given({ frontmatter, body }) },
    };
  });

export const readServerSkillFile: Inspection<ReadServerSkillFile> = (subject, { skillUri, resourceUri }) =>
  withCachedSession(subject, { isSafe: true }, async ({ skills }): Promise<ServerSkillFile> => {
    const found = await skills.read(skillUri, resourceUri, subject.ties);
    return 'refusal' in found ? found : { file: fileOf(found.file) };
  });

const fileOf = ({ uri, mimeType, bytes, text, verified }: SkillFile) => ({
  uri,
  ...given({ mimeType }),
  size: bytes.byteLength,
  ...(text !== undefined ? { text } : { blob: Buffer.from(bytes).toString('base64') }),
  verified,
});
