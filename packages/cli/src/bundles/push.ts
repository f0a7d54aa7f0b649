import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { parseArgs } from 'node:util';
import { Problem } from '@assay/contract/problem';
import type { BundleFile } from '@assay/plugin-bundle/bundle-files';
import type { BundleNote } from '@assay/plugin-bundle/bundle-note';
import { readPlugin } from '@assay/plugin-bundle/plugin';
import { readZip } from '@assay/plugin-bundle/read-zip';
import { readSkillBundle } from '@assay/plugin-bundle/skill-bundle';
import { EXIT_CODES, UsageError, type CommandEnv, type ExitCode, type OutputStreams } from '../command.ts';
import { PlatformError, platformOf, replyOf, type Platform } from '../platform.ts';
import { packFiles } from './pack-files.ts';
import { readFolder } from './read-folder.ts';

const options = {
  project: { type: 'string', default: 'default' },
  'assay-url': { type: 'string' },
  'api-key': { type: 'string' },
} as const;

/** A zip of 10 MiB takes its time over a slow line. */
const ZIP_TIMEOUT_MS = 300_000;

interface Notes {
  faults: BundleNote[];
  warnings: BundleNote[];
}

/** Brings in a plugin, or a new version of one. */
export const pushPlugin = (args: string[], streams: OutputStreams, env: CommandEnv): Promise<ExitCode> =>
  push('plugins', args, streams, env, readPlugin);

/** Brings in a skill, or a new version of one. */
export const pushSkill = (args: string[], streams: OutputStreams, env: CommandEnv): Promise<ExitCode> =>
  push('skills', args, streams, env, (files) => ({ faults: [], warnings: readSkillBundle(files).warnings }));

/** Checks a folder or zip here, as the platform does, and sends it only without faults. */
async function push(
  what: 'plugins' | 'skills',
  args: string[],
  { out, err }: OutputStreams,
  env: CommandEnv,
  read: (files: BundleFile[]) => Notes,
): Promise<ExitCode> {
  const { values, positionals } = parseArgs({ args, options, allowPositionals: true });
  const [path] = positionals;
  if (path === undefined || positionals.length > 1) throw new UsageError(`assay ${what} push needs one folder or zip`);
  const platform = platformOf(`assay ${what} push`, values, env);
  try {
    const { files, zip } = await opened(path, what);
    const { faults, warnings } = read(files);
    for (const note of warnings) err(`warning: ${lineOf(note)}\n`);
    for (const note of faults) err(`${lineOf(note)}\n`);
    if (faults.length > 0) return EXIT_CODES.faulty;
    out(`${await pushed(platform, what, zip)}\n`);
    return EXIT_CODES.ok;
  } catch (error) {
    if (!(error instanceof Problem) && !(error instanceof PlatformError)) throw error;
    err(`${error.message}\n`);
    return EXIT_CODES.faulty;
  }
}

/** The files of a folder or zip, and a zip of them. The files of a skill's folder stand in a folder of that name. */
async function opened(path: string, what: string): Promise<{ files: BundleFile[]; zip: Buffer }> {
  const unreadable = (error: NodeJS.ErrnoException) => {
    throw new UsageError(`${path} cannot be read (${error.code ?? error.message})`);
  };
  if (!(await stat(path).catch(unreadable)).isDirectory()) {
    const zip = await readFile(path).catch(unreadable);
    return { files: await readZip(zip), zip };
  }
  const found = await readFolder(path);
  const name = basename(resolve(path)).normalize('NFC');
  const files = what === 'skills' ? found.map((file) => ({ ...file, path: `${name}/${file.path}` })) : found;
  return { files, zip: await packFiles(files) };
}

const lineOf = ({ path, line, message }: BundleNote): string =>
  `${path}${line === undefined ? '' : `:${line}`} ${message}`;

/** Sends the zip, and says what came of it. */
async function pushed(platform: Platform, what: 'plugins' | 'skills', zip: Buffer): Promise<string> {
  const { assay, projectId } = platform;
  const options = { timeoutMs: ZIP_TIMEOUT_MS };
  const say = ({ name }: { name: string }, created: boolean, version: string) =>
    `"${name}" ${created ? 'has the new version' : 'had this content before, as version'} ${version}`;
  if (what === 'plugins') {
    const pushing = assay.pushProjectPlugin({ projectId }, zip, options);
    const { plugin, created, pluginVersionId } = await replyOf(platform, pushing);
    return say(plugin, created, pluginVersionId);
  }
  const { skill, created, versionId } = await replyOf(platform, assay.pushProjectSkill({ projectId }, zip, options));
  return say(skill, created, versionId);
}
