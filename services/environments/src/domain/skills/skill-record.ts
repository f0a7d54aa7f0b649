import type { Skill, SkillDetail, SkillFile } from '@assay/contract/areas/skills/documents';
import { given } from '@assay/contract/given';
import { textOf, type BundleFile } from '@assay/plugin-bundle/bundle-files';
import type { SkillContent } from '@assay/plugin-bundle/skill';

/** The content of a skill's version, stored as one document. */
export interface SkillBody {
  instructions: string;
  license?: string;
  compatibility?: string;
  files: SkillFile[];
}

export interface StoredSkill {
  id: string;
  projectId: string;
  pluginId: string | null;
  name: string;
  createdAt: Date;
  updatedAt: Date;
  versionId: string;
  contentHash: string;
  description: string;
}

/** The largest file of a skill that is kept as text, and all of its texts together, in bytes. */
const MAX_TEXT = 64 * 1024;
const MAX_TEXTS = 256 * 1024;

/** The content of a skill as it is stored: its instructions, and the texts of its first files that fit. */
export function skillBody({ instructions, license, compatibility, files }: SkillContent): SkillBody {
  let room = MAX_TEXTS;
  const kept = (file: BundleFile): SkillFile => {
    const { path, bytes } = file;
    const fits = bytes.length <= Math.min(MAX_TEXT, room);
    const text = fits ? textOf(file) : undefined;
    // Postgres stores no NUL in text.
    if (text === undefined || text.includes('\0')) return { path, bytes: bytes.length };
    room -= bytes.length;
    return { path, bytes: bytes.length, text };
  };
  return {
    instructions,
    ...given({ license, compatibility }),
    files: [...files].sort((a, b) => (a.path < b.path ? -1 : 1)).map(kept),
  };
}

/** A skill as lists show it. */
export const toSkill = ({ pluginId, createdAt, updatedAt, ...skill }: StoredSkill): Skill => ({
  ...skill,
  ...(pluginId !== null && { pluginId }),
  createdAt: createdAt.getTime(),
  updatedAt: updatedAt.getTime(),
});

export const toSkillDetail = (
  skill: StoredSkill,
  body: SkillBody,
  versions: { id: string; contentHash: string; createdAt: Date }[],
): SkillDetail => ({
  ...toSkill(skill),
  ...body,
  versions: versions.map((version) => ({ ...version, createdAt: version.createdAt.getTime() })),
});
