import { hash } from 'node:crypto';
import { given } from '@assay/contract/given';
import { isObject } from '@assay/contract/json';
import { normalName } from '@assay/contract/normal-name';
import { invalid } from '@assay/contract/problem';
import { HIDDEN_CHARACTERS } from '@assay/contract/text';
import { bundleHash, filesUnder, wrapperOf, type BundleFile } from './bundle-files.ts';
import { MAX_NOTES, type BundleNote, type Noted } from './bundle-note.ts';
import { declarationsIn, readDeclarations, type DeclaredServer, type DeclaredServers } from './mcp-declarations.ts';
import { readJsonFile } from './read-json.ts';
import { readSkill, SKILL_FILE, type SkillContent } from './skill.ts';

/** A plugin as its bundle declares it. With faults, servers and skills are what could be read. */
export interface PluginContent extends Noted {
  name: string;
  displayName?: string;
  description?: string;
  version?: string;
  bundleHash: string;
  /** Of the manifest alone. */
  manifestHash: string;
  servers: DeclaredServer[];
  skills: SkillContent[];
  counts: { skills: number; servers: number; apps: number; assets: number; unsupported: number };
  files: BundleFile[];
}

/** Where a manifest may be, in the order of preference. */
export const MANIFESTS = ['.claude-plugin/plugin.json', '.codex-plugin/plugin.json', 'plugin.json'];
const SERVERS_FILE = '.mcp.json';
const APPS_FILE = '.app.json';
const SKILLS_FOLDER = 'skills';
/** Parts of plugins that other clients execute or show, and we do not. */
const FOREIGN_PARTS = ['commands', 'agents', 'hooks', 'lspServers', 'outputStyles', 'monitors', 'themes'];
const MAX_SKILLS = 100;
const hidden = new RegExp(HIDDEN_CHARACTERS, 'u');

/**
 * Reads a plugin from the files of its bundle, or of a folder in it. Throws VALIDATION_ERROR when there is no manifest
 * with a name, as then there is no plugin; everything else that is wrong is a fault of the result. Nothing of a bundle
 * is executed.
 */
export function readPlugin(packed: readonly BundleFile[]): PluginContent {
  const isManifest = ({ path }: BundleFile) => MANIFESTS.includes(path);
  const files = packed.some(isManifest) ? [...packed] : filesUnder(packed, wrapperOf(packed));
  const file = MANIFESTS.flatMap((path) => files.filter((one) => one.path === path))[0];
  if (!file) throw invalid(`The bundle has no manifest: add ${MANIFESTS.join(', ')} with the plugin's name.`);
  const manifest = readJsonFile(file);
  if ('fault' in manifest) throw invalid(`The file ${file.path} ${manifest.fault.message}.`, { entry: file.path });
  const { name, displayName, description, version } = readIdentity(manifest.value, file.path);

  const servers = readServers(manifest.value, file.path, files);
  const skills = readSkills(manifest.value, file.path, files);
  const foreign = FOREIGN_PARTS.filter(
    (part) => manifest.value[part] !== undefined || files.some(({ path }) => path.startsWith(`${part}/`)),
  );
  const apps = files.find(({ path }) => path === APPS_FILE);
  const appCount = apps ? countApps(apps) : 0;
  const isOfSkill = (path: string) =>
    skills.skills.some(({ folder }) => folder === '' || path.startsWith(`${folder}/`));
  return {
    name,
    ...given({ displayName, description, version }),
    bundleHash: bundleHash(files),
    manifestHash: hash('sha256', file.bytes),
    servers: servers.servers,
    skills: skills.skills,
    counts: {
      skills: skills.skills.length,
      servers: servers.servers.length,
      apps: appCount,
      assets: files.filter(({ path }) => ![file.path, SERVERS_FILE, APPS_FILE].includes(path) && !isOfSkill(path))
        .length,
      unsupported: servers.unsupported + foreign.length + appCount,
    },
    files,
    faults: [...servers.faults, ...skills.faults].slice(0, MAX_NOTES),
    warnings: [
      ...servers.warnings,
      ...skills.warnings,
      ...foreign.map((part) => ({ path: file.path, message: `brings ${part}, which are not used` })),
      ...(appCount > 0 ? [{ path: APPS_FILE, message: 'declares apps, which are not used' }] : []),
    ].slice(0, MAX_NOTES),
  };
}

function readIdentity(manifest: Record<string, unknown>, entry: string) {
  const text = (key: string, max: number): string | undefined => {
    const value = manifest[key];
    if (value === undefined || value === null) return undefined;
    if (typeof value !== 'string' || value.length > max)
      throw invalid(`The file ${entry} has a ${key} that is not text of at most ${max} characters.`, { entry });
    return normalName(value) || undefined;
  };
  const name = text('name', 64);
  if (name === undefined) throw invalid(`The file ${entry} has no name.`, { entry });
  if (hidden.test(name)) throw invalid(`The file ${entry} has a name with a character that cannot be seen.`, { entry });
  return {
    name,
    displayName: text('displayName', 200),
    description: text('description', 5_000),
    version: text('version', 100),
  };
}

/** Servers of the manifest, or of the file that it names, and of `.mcp.json`. */
function readServers(manifest: Record<string, unknown>, path: string, files: readonly BundleFile[]): DeclaredServers {
  const { mcpServers } = manifest;
  const named = typeof mcpServers === 'string' ? [mcpServers] : Array.isArray(mcpServers) ? mcpServers : [];
  const parts: DeclaredServers[] = [];
  if (isObject(mcpServers)) parts.push(readDeclarations(mcpServers, path));
  else if (mcpServers !== undefined && named.length === 0)
    parts.push(faulty(path, 'has mcpServers that are neither an object nor a path'));
  for (const file of new Set([
    ...named.map(relativePath),
    ...(files.some((one) => one.path === SERVERS_FILE) ? [SERVERS_FILE] : []),
  ]))
    parts.push(readServersFile(files, file, path));
  const all = merged(parts);
  const names = new Set<string>();
  for (const { name } of all.servers) {
    if (names.has(name)) all.faults.push({ path, message: `declares the server ${JSON.stringify(name)} twice` });
    names.add(name);
  }
  return all;
}

function readServersFile(files: readonly BundleFile[], path: string | undefined, from: string): DeclaredServers {
  const file = files.find((one) => one.path === path);
  if (path === undefined || !file)
    return faulty(from, 'has mcpServers that name a file outside of the bundle, or none');
  const read = readJsonFile(file);
  if ('fault' in read) return { servers: [], unsupported: 0, faults: [read.fault], warnings: [] };
  const mcpServers = declarationsIn(read.value);
  return isObject(mcpServers)
    ? readDeclarations(mcpServers, path)
    : faulty(path, 'has mcpServers that are not an object');
}

const faulty = (path: string, message: string): DeclaredServers => ({
  servers: [],
  unsupported: 0,
  faults: [{ path, message }],
  warnings: [],
});

const merged = (parts: DeclaredServers[]): DeclaredServers => ({
  servers: parts.flatMap(({ servers }) => servers),
  unsupported: parts.reduce((sum, { unsupported }) => sum + unsupported, 0),
  faults: parts.flatMap(({ faults }) => faults),
  warnings: parts.flatMap(({ warnings }) => warnings),
});

/** A path of a manifest as the bundle has it; undefined when it leaves the bundle. */
function relativePath(value: unknown): string | undefined {
  if (typeof value !== 'string') return undefined;
  const path = value.replace(/^\.\//, '').replace(/\/$/, '').normalize('NFC');
  return path.startsWith('/') || path.split('/').includes('..') ? undefined : path === '.' ? '' : path;
}

/** The skills under `skills/`, and in the folders that the manifest names beside it. */
function readSkills(
  manifest: Record<string, unknown>,
  path: string,
  files: readonly BundleFile[],
): { skills: SkillContent[] } & Noted {
  const { skills: named = [] } = manifest;
  const faults: BundleNote[] = [];
  const warnings: BundleNote[] = [];
  const roots = [SKILLS_FOLDER];
  for (const value of Array.isArray(named) ? named : [named]) {
    const root = relativePath(value);
    if (root === undefined) faults.push({ path, message: 'has skills that are not paths inside of the bundle' });
    else roots.push(root);
  }
  const folders = skillFolders(files, roots);
  if (folders.length > MAX_SKILLS) {
    faults.push({ path, message: `has more than ${MAX_SKILLS} skills` });
    return { skills: [], faults, warnings };
  }
  const skills: SkillContent[] = [];
  for (const folder of folders) {
    const read = readSkill(files, folder);
    faults.push(...read.faults);
    warnings.push(...read.warnings);
    if (!read.skill) continue;
    // Names of skills differ by more than case.
    const other = skills.find(({ name }) => name.toLowerCase() === read.skill!.name.toLowerCase());
    if (other)
      faults.push({ path: `${folder}/${SKILL_FILE}`, message: `has the name of ${other.folder}/${SKILL_FILE}` });
    else skills.push(read.skill);
  }
  return { skills, faults, warnings };
}

/** Folders with a SKILL.md that are one of the roots or directly inside of one, in order. */
const skillFolders = (files: readonly BundleFile[], roots: string[]): string[] =>
  files
    .flatMap(({ path }) => {
      if (path !== SKILL_FILE && !path.endsWith(`/${SKILL_FILE}`)) return [];
      const folder = path.slice(0, -SKILL_FILE.length).replace(/\/$/, '');
      const parent = folder.includes('/') ? folder.slice(0, folder.lastIndexOf('/')) : '';
      return roots.includes(folder) || roots.includes(parent) ? [folder] : [];
    })
    .sort();

function countApps(file: BundleFile): number {
  const read = readJsonFile(file);
  if ('fault' in read) return 1;
  const { apps = read.value } = read.value;
  return isObject(apps) ? Object.keys(apps).length : 1;
}
