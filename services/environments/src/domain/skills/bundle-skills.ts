import type { BundleSkill } from '@assay/contract/areas/environments/bundle';
import type { SkillBody } from './skill-record.ts';

/** A stored version of a skill that a launch selects. */
export interface SkillPart {
  skillId: string;
  versionId: string;
  pluginVersionId: string | null;
  name: string;
  description: string;
  contentHash: string;
  body: SkillBody;
}

/** The texts of files beside SKILL.md that a launch carries, in characters: every lease of its work has them. */
export const MAX_FILE_TEXTS = 512 * 1024;

/**
 * The skills of a launch, each once, also when it is selected beside the plugin that brings it. Files that are too large
 * together are named without their text.
 */
export function bundleSkills(parts: readonly SkillPart[], maxFileTexts = MAX_FILE_TEXTS): BundleSkill[] {
  let room = maxFileTexts;
  const fits = (text: string | undefined): text is string => {
    if (text === undefined || text.length > room) return false;
    room -= text.length;
    return true;
  };
  const once = new Map<string, SkillPart>();
  for (const part of parts) if (!once.has(part.versionId)) once.set(part.versionId, part);
  return [...once.values()].map(({ body, pluginVersionId, ...skill }) => ({
    ...skill,
    ...(pluginVersionId !== null && { pluginVersionId }),
    text: body.instructions,
    files: body.files.map(({ path, text }) => ({ path, ...(fits(text) && { text }) })),
  }));
}
