import { copyFile, cp, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { buildConsole, PACKED_CONSOLE } from '@assay/console/console-build';
import { noticesOf, printNotices } from '@assay/image/notices';
import { copyRunTimeFiles } from '@assay/image/run-time-files';
import { PREPARATION_FILES } from '@assay/database/prepare-once';
import { templateFile } from '@assay/local/temporary/template-file';
import { makeTemplate } from '@assay/postgres/cluster-template';
import { bundlePrograms, EXTERNAL } from './bundle-programs.ts';
import { OLDEST_NODE } from './older-node/oldest.ts';

const home = join(import.meta.dirname, '..');
const root = join(home, '../..');

/** The folder of the package in which files have their paths of the repository. The programs are in one of its folders. */
const LIBRARY = 'lib';
const PROGRAMS = `${LIBRARY}/programs`;

/**
 * Writes the package as it is published into the folder `out`: the command and the platform as JavaScript for Node.js 20,
 * the files that they read, an empty cluster for this platform, the console, the skill for coding agents, and the licences of the code
 * within them.
 */
export async function buildPackage(out: string): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  const [{ outputs }] = await Promise.all([
    bundlePrograms(join(out, PROGRAMS)),
    copyRunTimeFiles(
      join(out, LIBRARY),
      PREPARATION_FILES.map((file) => relative(root, file)),
    ),
    writeTemplate(join(out, LIBRARY, relative(root, templateFile))),
    buildConsole(join(out, LIBRARY, relative(root, PACKED_CONSOLE))),
    writeManifest(out),
    copyFile(join(root, 'LICENSE'), join(out, 'LICENSE')),
    copyFile(join(home, 'README.md'), join(out, 'README.md')),
    cp(join(root, 'skills'), join(out, 'skills'), { recursive: true }),
  ]);
  // A module that a plugin made has a colon in its name.
  const bundled = Object.values(outputs).flatMap(({ inputs }) =>
    Object.keys(inputs).filter((file) => !file.includes(':')),
  );
  await writeFile(join(out, 'THIRD-PARTY-NOTICES.txt'), printNotices(await noticesOf(bundled)));
}

async function writeTemplate(file: string): Promise<void> {
  await mkdir(dirname(file), { recursive: true });
  await makeTemplate(file);
}

async function writeManifest(out: string): Promise<void> {
  const { name, version, license } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const { optionalDependencies } = JSON.parse(await readFile(join(root, 'packages/postgres/package.json'), 'utf8')) as {
    optionalDependencies: Record<string, string>;
  };
  const manifest = {
    name,
    version,
    description:
      'The command line of Assay, a platform for testing and evaluating MCP servers, with the platform inside.',
    license,
    type: 'module',
    bin: { assay: `./${PROGRAMS}/assay.js` },
    engines: { node: `>=${OLDEST_NODE}` },
    dependencies: await lockedVersions(EXTERNAL),
    optionalDependencies: await lockedVersions(Object.keys(optionalDependencies)),
  };
  await writeFile(join(out, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** The versions of these packages in the repository's lock file. */
async function lockedVersions(names: string[]): Promise<Record<string, string>> {
  const { packages } = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, { version: string }>;
  };
  return Object.fromEntries(names.map((name) => [name, packages[`node_modules/${name}`]!.version]));
}

if (import.meta.main) await buildPackage(join(home, 'dist'));
