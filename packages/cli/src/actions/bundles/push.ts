import { readFile, stat } from 'node:fs/promises';
import { basename, resolve } from 'node:path';
import { Problem } from '@assay/contract/problem';
import type { BundleFile } from '@assay/plugin-bundle/bundle-files';
import type { BundleNote } from '@assay/plugin-bundle/bundle-note';
import { readPlugin } from '@assay/plugin-bundle/plugin';
import { readZip } from '@assay/plugin-bundle/read-zip';
import { readSkillBundle } from '@assay/plugin-bundle/skill-bundle';
import type { CommandContext } from '../../command-context.ts';
import { CommandFailure, UsageError } from '../../command-failure.ts';
import type { pluginPushInput } from '../../commands/plugins.ts';
import type { skillPushInput } from '../../commands/skills.ts';
import type { Action } from '../../declare/command.ts';
import { exitCodes, type ExitCode } from '../../exit-codes.ts';
import type { ProjectPlatform } from '../../platform/open-platform.ts';
import { packFiles } from './pack-files.ts';
import { readFolder } from './read-folder.ts';

/** A zip of 10 MiB takes its time over a slow line. */
const ZIP_TIMEOUT_MS = 300_000;

interface Notes {
  faults: BundleNote[];
  warnings: BundleNote[];
}

/** Brings in a plugin, or a new version of one. */
export const pushPlugin: Action<typeof pluginPushInput> = (context, given) =>
  push('plugins', context, given.arguments.path, readPlugin);

/** Brings in a skill, or a new version of one. */
export const pushSkill: Action<typeof skillPushInput> = (context, given) =>
  push('skills', context, given.arguments.path, (files) => ({ faults: [], warnings: readSkillBundle(files).warnings }));

/** Checks a folder or zip here, as the platform does, and sends it only without faults. */
async function push(
  what: 'plugins' | 'skills',
  { terminal: { out, err }, platform }: CommandContext,
  path: string,
  read: (files: BundleFile[]) => Notes,
): Promise<ExitCode> {
  const { files, zip } = await opened(path, what).catch(asFault);
  const { faults, warnings } = await checked(files, read);
  for (const note of warnings) err(`warning: ${lineOf(note)}\n`);
  for (const note of faults) err(`${lineOf(note)}\n`);
  if (faults.length > 0) return exitCodes.failed;
  out(`${await pushed(await platform(), what, zip)}\n`);
  return exitCodes.passed;
}

const checked = async (files: BundleFile[], read: (files: BundleFile[]) => Notes): Promise<Notes> => {
  try {
    return read(files);
  } catch (error) {
    return asFault(error);
  }
};

/** A refusal by the rules of bundles is a fault of the files. */
function asFault(error: unknown): never {
  if (error instanceof Problem) throw new CommandFailure(exitCodes.failed, error.message, [], error);
  throw error;
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
async function pushed(platform: ProjectPlatform, what: 'plugins' | 'skills', zip: Buffer): Promise<string> {
  const { assay } = platform;
  const projectId = await platform.projectId();
  const options = { timeoutMs: ZIP_TIMEOUT_MS };
  const say = ({ name }: { name: string }, created: boolean, version: string) =>
    `"${name}" ${created ? 'has the new version' : 'had this content before, as version'} ${version}`;
  if (what === 'plugins') {
    const { plugin, created, pluginVersionId } = await assay.pushProjectPlugin({ projectId }, zip, options);
    return say(plugin, created, pluginVersionId);
  }
  const { skill, created, versionId } = await assay.pushProjectSkill({ projectId }, zip, options);
  return say(skill, created, versionId);
}
