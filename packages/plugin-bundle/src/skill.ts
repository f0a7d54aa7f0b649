import { given } from '@assay/contract/given';
import { isObject } from '@assay/contract/json';
import { normalName } from '@assay/contract/normal-name';
import { HIDDEN_CHARACTERS } from '@assay/contract/text';
import { readText } from '@assay/suite-file/read-text';
import { bundleHash, filesUnder, textOf, type BundleFile } from './bundle-files.ts';
import type { BundleNote, Noted } from './bundle-note.ts';

/** A skill as the Agent Skills format has it: https://agentskills.io/specification */
export interface SkillContent {
  /** The folder of its SKILL.md in the bundle; empty for the root. */
  folder: string;
  name: string;
  description: string;
  license?: string;
  compatibility?: string;
  /** The text after the front matter. */
  instructions: string;
  /** The other files, with paths relative to the folder. */
  files: BundleFile[];
  /** Of all its files; equal for equal skills in different bundles. */
  contentHash: string;
}

export const SKILL_FILE = 'SKILL.md';
/** The longest name, description and compatibility of the format, in characters. */
const MAX_NAME = 64;
const MAX_DESCRIPTION = 1_024;
const MAX_COMPATIBILITY = 500;
/** The longest instructions, in characters. The format advises to stay below a fifth of it. */
export const MAX_INSTRUCTIONS = 100_000;

/** The longest front matter, in characters: YAML of so much is read in some 50 ms, and its known keys fill a quarter. */
export const MAX_FRONT_MATTER = 16_384;

const FRONT_MATTER = /^---[ \t]*\r?\n([\s\S]*?)(?:\r?\n)?^---[ \t]*(?:\r?\n|$)/m;
const hidden = new RegExp(HIDDEN_CHARACTERS, 'u');
const isPlainName = (name: string): boolean => /^[a-z0-9]+(?:-[a-z0-9]+)*$/.test(name);

/**
 * Reads the skill in a folder of a bundle; `folderName` is the name that the folder had before it became a root. A
 * name that breaks the format's rules but can be used is a warning, as clients use such skills.
 */
export function readSkill(
  files: readonly BundleFile[],
  folder: string,
  folderName = folder.split('/').at(-1)!,
): { skill?: SkillContent } & Noted {
  const own = filesUnder(files, folder);
  const path = folder === '' ? SKILL_FILE : `${folder}/${SKILL_FILE}`;
  const text = textOf(own.find((file) => file.path === SKILL_FILE)!);
  if (text === undefined) return refused({ path, message: 'is not UTF-8' });
  const match = text.startsWith('---') ? FRONT_MATTER.exec(text) : null;
  if (match?.index !== 0)
    return refused({ path, message: 'does not begin with front matter between two lines of ---' });
  if (match[1]!.length > MAX_FRONT_MATTER)
    return refused({ path, message: `has front matter longer than ${MAX_FRONT_MATTER} characters` });
  const read = readText(match[1]!);
  if ('faults' in read) {
    const { message, line: at } = read.faults[0]!;
    const hint = quotingHint(match[1]!, at);
    return refused({
      path,
      message: `has front matter that ${message}${hint}`,
      ...(at !== undefined && { line: at + 1 }),
    });
  }
  const { value } = read.text;
  if (!isObject(value)) return refused({ path, message: 'has front matter that is not a list of keys' });

  const faults: BundleNote[] = [];
  const warnings: BundleNote[] = [];
  const fault = (message: string) => faults.push({ path, message });
  const name = skillName(value.name, folderName, fault, (message) => warnings.push({ path, message }));
  const description = line(value.description);
  if (description === undefined)
    fault(
      value.description === undefined || value.description === null || typeof value.description === 'string'
        ? 'has no description'
        : 'has a description that is not text: put it in quotes',
    );
  else if (description.length > MAX_DESCRIPTION) fault(`has a description longer than ${MAX_DESCRIPTION} characters`);
  if (/^description:[ \t]+[^"'|>\s].*[ \t]#/m.test(match[1]!))
    warnings.push({
      path,
      message: 'has a description that ends before " #", which begins a comment: put the whole text in quotes',
    });
  const compatibility = line(value.compatibility);
  if ((compatibility?.length ?? 0) > MAX_COMPATIBILITY)
    fault(`has a compatibility longer than ${MAX_COMPATIBILITY} characters`);
  const instructions = text.slice(match[0].length).trim();
  if (instructions === '') warnings.push({ path, message: 'has no instructions after its front matter' });
  if (instructions.length > MAX_INSTRUCTIONS) fault(`has instructions longer than ${MAX_INSTRUCTIONS} characters`);
  if (instructions.includes('\0')) fault('has a NUL character');
  if (faults.length > 0 || name === undefined || description === undefined) return { faults, warnings };
  const license = line(value.license);
  return {
    skill: {
      folder,
      name,
      description,
      ...given({ license: license?.slice(0, MAX_COMPATIBILITY), compatibility }),
      instructions,
      files: own.filter((file) => file.path !== SKILL_FILE),
      contentHash: bundleHash(own),
    },
    faults,
    warnings,
  };
}

/** A line of front matter whose plain value YAML does not read as text: `: ` within it, or a sign at its start. */
const UNQUOTED = /^([\w-]{1,64}):[ \t]+(?:[@`%&*!]|[^"'|>\s[{].*:(?:[ \t]|$))/;

/** How to write the value of the line that cannot be read, where quotes help. */
function quotingHint(frontMatter: string, at: number | undefined): string {
  const [, key] = UNQUOTED.exec(frontMatter.split(/\r?\n/)[(at ?? 1) - 1] ?? '') ?? [];
  return key === undefined ? '' : `: put the value of ${key} in quotes`;
}

const refused = (fault: BundleNote): Noted => ({ faults: [fault], warnings: [] });

/** A text without the blanks around it; undefined for none. */
const line = (value: unknown): string | undefined =>
  typeof value === 'string' && value.trim() !== '' ? value.trim() : undefined;

/** The name of a skill; without one it is the folder's. */
function skillName(
  value: unknown,
  folderName: string,
  fault: (message: string) => void,
  warn: (message: string) => void,
) {
  const given = line(value);
  const name = normalName(given ?? folderName);
  if (value !== undefined && given === undefined) fault('has a name that is not text');
  else if (name === '') fault('has no name');
  else if (name.length > MAX_NAME) fault(`has a name longer than ${MAX_NAME} characters`);
  else if (hidden.test(name)) fault('has a name with a control character or an invisible one');
  else {
    if (given === undefined) warn(`has no name; it is called ${JSON.stringify(name)} after its folder`);
    else if (!isPlainName(name))
      warn(`has the name ${JSON.stringify(name)}, which is not lower case letters, digits and single hyphens`);
    else if (folderName !== '' && folderName !== name)
      warn(`has the name ${JSON.stringify(name)}, its folder another one`);
    return name;
  }
  return undefined;
}
