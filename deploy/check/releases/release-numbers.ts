import { glob, readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';

const MANIFESTS = ['package.json', '{proto,gateway}/package.json', '{packages,services,deploy}/*/package.json'];
const LOCK = 'package-lock.json';
const CHART = 'deploy/chart/Chart.yaml';
const CONSTANT = 'packages/contract/src/product/version.ts';
const CHANGELOG = 'CHANGELOG.md';

/** The places of the version in a file. */
const PLACES: Record<string, RegExp> = {
  manifest: /(?<=^ {2}"version": ")[^"]+/gm,
  [CHART]: /(?<=^(?:version|appVersion): )\S+/gm,
  [CONSTANT]: /(?<=VERSION = ')[^']+/g,
};

interface Lock {
  version: string;
  packages: Record<string, { version?: string }>;
}

async function numberedFiles(root: string): Promise<string[]> {
  const manifests = await Array.fromAsync(glob(MANIFESTS, { cwd: root }));
  return [...manifests.sort(), CHART, CONSTANT];
}

const placesIn = (file: string): RegExp => PLACES[file] ?? PLACES['manifest']!;

/** Our own packages in the lock file; what npm installs has a node_modules in its path. */
const ownIn = (lock: Lock): { version?: string }[] =>
  Object.entries(lock.packages).flatMap(([path, entry]) => (path.includes('node_modules/') ? [] : [entry]));

/** Every number of the product's version in the repository, by its file. */
export async function versionNumbers(root: string): Promise<Record<string, string[]>> {
  const lock = JSON.parse(await readFile(join(root, LOCK), 'utf8')) as Lock;
  const found = (await numberedFiles(root)).map(async (file): Promise<[string, string[]]> => {
    return [file, (await readFile(join(root, file), 'utf8')).match(placesIn(file)) ?? []];
  });
  return {
    ...Object.fromEntries(await Promise.all(found)),
    [LOCK]: [lock.version, ...ownIn(lock).flatMap(({ version }) => version ?? [])],
  };
}

/** Sets every number, and cuts what is unreleased in the changelog into this version. @throws when nothing is unreleased. */
export async function setVersion(root: string, version: string, date: string): Promise<void> {
  const changelog = cutChangelog(await readFile(join(root, CHANGELOG), 'utf8'), version, date);
  for (const file of await numberedFiles(root)) {
    const text = await readFile(join(root, file), 'utf8');
    await writeFile(join(root, file), text.replaceAll(placesIn(file), version));
  }
  const lock = JSON.parse(await readFile(join(root, LOCK), 'utf8')) as Lock;
  for (const entry of [lock, ...ownIn(lock)]) if (entry.version !== undefined) entry.version = version;
  await writeFile(join(root, LOCK), `${JSON.stringify(lock, undefined, 2)}\n`);
  await writeFile(join(root, CHANGELOG), changelog);
}

/** @throws when nothing is unreleased in the changelog. */
export async function assertUnreleased(root: string): Promise<void> {
  cutChangelog(await readFile(join(root, CHANGELOG), 'utf8'), '', '');
}

const UNRELEASED = '## Unreleased\n';

/** The changelog whose unreleased part is this version's, below an empty unreleased part. @throws when that part is empty. */
export function cutChangelog(text: string, version: string, date: string): string {
  const at = text.indexOf(`\n${UNRELEASED}`);
  const [part = ''] = at < 0 ? [] : text.slice(at + 1 + UNRELEASED.length).split(/^## /m, 1);
  if (part.trim() === '') throw new Error('CHANGELOG.md has nothing under "## Unreleased".');
  return text.replace(`\n${UNRELEASED}`, `\n${UNRELEASED}\n## ${version} - ${date}\n`);
}
