import { access, mkdir, readFile, writeFile } from 'node:fs/promises';
import { basename, dirname, join } from 'node:path';
import type { initInput } from '../../commands/init.ts';
import type { Action } from '../../declare/command.ts';
import { visibleText } from '../../output/visible-text.ts';
import { findLink } from '../../platform/link-file.ts';
import { unwritable } from '../../platform/replace-file.ts';
import { ciFiles, type CiSystem } from './ci-files.ts';
import { firstSuite } from './first-suite.ts';

const SUITE = 'suite.yaml';

/** Writes the files that are not there yet. */
export const initFolder: Action<typeof initInput> = async ({ folder, terminal }, { options }) => {
  const server = (await configuredServer(folder)) ?? 'my-server';
  const isLinked = (await findLink(folder))?.url !== undefined;
  const system = options.ci === undefined ? await findCiSystem(folder) : options.ci === 'none' ? undefined : options.ci;
  const files: Record<string, string> = { [SUITE]: firstSuite(basename(folder), server) };
  if (system) {
    const { path, textOf } = ciFiles[system];
    files[path] = textOf(SUITE, isLinked);
  }
  const width = Math.max(...Object.keys(files).map((path) => path.length));
  for (const [path, text] of Object.entries(files)) {
    const isNew = await writeNew(join(folder, path), text);
    terminal.out(`  ${path.padEnd(width)}  ${isNew ? 'written' : 'was there, and stays as it is'}\n`);
  }
  if (!system) terminal.out('  No CI system was found: assay init --ci github, or --ci gitlab\n');
  const shown = visibleText(server);
  const next = [
    ['Draft the cases from the tools of your server', 'assay test --server <url> --save drafted.yaml'],
    [`Or write them into ${SUITE}, and check it`, `assay suite validate ${SUITE}`],
    [`Run it against "${shown}"`, isLinked ? `assay run ${SUITE} --push` : `assay test ${SUITE} --server <url>`],
    ...(system ? [[`In CI`, ciFiles[system].next(isLinked)]] : []),
  ];
  terminal.out(`\nNext\n${next.map(([why, typed]) => `  ${why}:  ${typed}\n`).join('')}`);
};

/** Writes a file unless there is one; whether it did. Throws UsageError where it cannot. */
async function writeNew(path: string, text: string): Promise<boolean> {
  try {
    await mkdir(dirname(path), { recursive: true });
    await writeFile(path, text, { flag: 'wx' });
    return true;
  } catch (error) {
    if ((error as NodeJS.ErrnoException).code === 'EEXIST') return false;
    throw unwritable(path, error);
  }
}

/** The first server of the folder's configuration for agents, as `assay test` reads it. */
async function configuredServer(folder: string): Promise<string | undefined> {
  for (const name of ['mcp.json', '.mcp.json']) {
    try {
      const { mcpServers } = JSON.parse(await readFile(join(folder, name), 'utf8')) as { mcpServers?: object };
      const [server] = Object.keys(mcpServers ?? {});
      if (server !== undefined) return server;
    } catch {
      // Without such a file the suite names a server of its own.
    }
  }
  return undefined;
}

/** The CI system that the files of the repository belong to. */
async function findCiSystem(folder: string): Promise<CiSystem | undefined> {
  const has = (path: string) =>
    access(join(folder, path)).then(
      () => true,
      () => false,
    );
  if (await has('.gitlab-ci.yml')) return 'gitlab';
  if (await has('.github')) return 'github';
  const config = await readFile(join(folder, '.git/config'), 'utf8').catch(() => '');
  const remotes = config.split('\n').filter((line) => line.trim().startsWith('url = '));
  if (remotes.some((line) => line.includes('github.com'))) return 'github';
  return remotes.some((line) => line.includes('gitlab')) ? 'gitlab' : undefined;
}
