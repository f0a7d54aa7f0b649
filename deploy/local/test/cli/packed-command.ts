import { execFile } from 'node:child_process';
import { mkdir, mkdtemp, readdir, readFile, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { buildPackage } from '../../../../packages/cli/build/build-package.ts';
import { installedNodes } from '../support/installed-nodes.ts';

const run = promisify(execFile);
const root = join(import.meta.dirname, '../../../..');

/** How a command ended. */
export interface Ended {
  code: number;
  out: string;
  err: string;
}

/** The packed command line in the folder of a user, who has it and nothing else of ours. */
export interface PackedCommand {
  /** The folder of the user. */
  home: string;
  /** The folder of the installed package. */
  folder: string;
  /** The oldest Node.js of this machine. */
  node: string;
  /** Runs `assay` on that Node.js, with further arguments of Node.js before it and variables. */
  assay(args: string[], nodeArgs?: string[], env?: Record<string, string>): Promise<Ended>;
  remove(): Promise<void>;
}

type Manifest = Record<'dependencies' | 'optionalDependencies', Record<string, string>>;

/** Packs the command line and installs it, without install scripts, and from npm's cache where that has its dependencies. */
export async function installPackedCommand(): Promise<PackedCommand> {
  const folder = await mkdtemp(join(tmpdir(), 'assay-packed-'));
  const [built, packed, home] = ['built', 'packed', 'home'].map((name) => join(folder, name)) as [
    string,
    string,
    string,
  ];
  await Promise.all([buildPackage(built), mkdir(packed), mkdir(home)]);
  await run('npm', ['pack', '--pack-destination', packed], { cwd: built });
  const [tarball = ''] = await readdir(packed);
  const manifest = JSON.parse(await readFile(join(built, 'package.json'), 'utf8')) as Manifest;
  await writeLock(home, `file:${join(packed, tarball)}`, manifest);
  await run('npm', ['ci', '--prefer-offline', '--ignore-scripts', '--no-audit', '--no-fund'], { cwd: home });
  const node = await oldestNode();
  return {
    home,
    folder: join(home, 'node_modules/@assay/cli'),
    node,
    assay: (args, nodeArgs = [], env = {}) =>
      runAssay(home, node, [...nodeArgs, 'node_modules/.bin/assay', ...args], env),
    remove: () => rm(folder, { recursive: true }),
  };
}

/** The lock file says where the dependencies are, as ours does: without it npm asks the registry for their versions. */
async function writeLock(home: string, tarball: string, manifest: Manifest): Promise<void> {
  const ours = JSON.parse(await readFile(join(root, 'package-lock.json'), 'utf8')) as {
    packages: Record<string, object>;
  };
  const dependencies = { '@assay/cli': tarball };
  const locked = [manifest.dependencies, manifest.optionalDependencies]
    .flatMap((group) => Object.keys(group))
    .map((name) => `node_modules/${name}`);
  const packages = {
    '': { dependencies },
    'node_modules/@assay/cli': { ...manifest, resolved: tarball },
    ...Object.fromEntries(locked.map((path) => [path, ours.packages[path]])),
  };
  await writeFile(join(home, 'package.json'), JSON.stringify({ private: true, dependencies }));
  await writeFile(join(home, 'package-lock.json'), JSON.stringify({ lockfileVersion: 3, packages }));
}

async function oldestNode(): Promise<string> {
  const nodes = [...(await installedNodes())].sort(([a], [b]) => a.localeCompare(b, 'en', { numeric: true }));
  return nodes[0]![1];
}

/** The user's search path has this Node.js before others, and nothing of the repository. */
function runAssay(home: string, node: string, args: string[], more: Record<string, string>): Promise<Ended> {
  const env = {
    ...more,
    PATH: `${dirname(node)}:/usr/local/bin:/usr/bin:/bin`,
    HOME: home,
    TMPDIR: tmpdir(),
  };
  return new Promise((resolve) => {
    const child = execFile(node, args, { cwd: home, env }, (_error, out, err) =>
      resolve({ code: child.exitCode ?? -1, out, err }),
    );
  });
}
