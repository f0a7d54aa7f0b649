import { readdir, readFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliDecompressSync } from 'node:zlib';
import { repositoryRoot } from '../step.ts';
import type { PublicSurface } from './public-surface.ts';

/** A release, as its folder tells the checks of later versions; deploy/local/test/releases writes its data beside. */
export interface Release {
  version: string;
  /** The commit whose code was released; the commit after it holds this folder and the numbers. */
  commit: string;
  folder: string;
}

export const RELEASES = join(repositoryRoot, 'deploy/releases');
/** Breaking changes since the newest release that the changelog tells, a line each as the check prints them. */
export const ACCEPTED = join(RELEASES, 'accepted-changes.txt');
/** The files of a release's folder that hold its commit and what others build on. */
export const RELEASE_FILES = { release: 'release.json', surface: 'surface.json.br' };

const VERSION = /^(0|[1-9]\d*)\.(0|[1-9]\d*)\.(0|[1-9]\d*)$/;

/** A version as numbers that compare in order; undefined when it is none. */
const numbersOf = (version: string): number[] | undefined => VERSION.exec(version)?.slice(1).map(Number);

/** Whether one version comes before another one. */
export function isBefore(one: string, other: string): boolean {
  const [a, b] = [numbersOf(one), numbersOf(other)];
  if (!a || !b) throw new Error(`${a ? other : one} is not a version such as 0.2.0.`);
  const at = a.findIndex((part, i) => part !== b[i]);
  return at >= 0 && a[at]! < b[at]!;
}

/** The newest release in a folder of releases; undefined before the first one. */
export async function newestRelease(releases = RELEASES): Promise<Release | undefined> {
  const names = (await readdir(releases).catch(() => [])).filter((name) => VERSION.test(name));
  const version = names.reduce<string | undefined>(
    (last, name) => (last && isBefore(name, last) ? last : name),
    undefined,
  );
  if (version === undefined) return undefined;
  const folder = join(releases, version);
  const { commit } = JSON.parse(await readFile(join(folder, RELEASE_FILES.release), 'utf8')) as Release;
  return { version, commit, folder };
}

/** The public surface of a release. */
export const readSurface = async ({ folder }: Release): Promise<PublicSurface> =>
  JSON.parse(brotliDecompressSync(await readFile(join(folder, RELEASE_FILES.surface))).toString()) as PublicSurface;
