import { invalid } from '@assay/contract/problem';
import { filesUnder, wrapperOf, type BundleFile } from './bundle-files.ts';
import type { BundleNote } from './bundle-note.ts';
import { readSkill, SKILL_FILE, type SkillContent } from './skill.ts';

/** Reads the one skill of a bundle: its SKILL.md at the root, or in the only folder of the root. Throws VALIDATION_ERROR. */
export function readSkillBundle(packed: readonly BundleFile[]): { skill: SkillContent; warnings: BundleNote[] } {
  const wrapper = packed.some(({ path }) => path === SKILL_FILE) ? '' : wrapperOf(packed);
  const files = filesUnder(packed, wrapper);
  if (!files.some(({ path }) => path === SKILL_FILE))
    throw invalid(`The bundle has no ${SKILL_FILE} at its root or in its only folder.`);
  const { skill, faults, warnings } = readSkill(files, '', wrapper);
  if (!skill) throw invalid(`The file ${SKILL_FILE} ${faults[0]!.message}.`, { entry: SKILL_FILE, faults });
  return { skill, warnings };
}
