import { existsSync } from 'node:fs';
import { mkdir, rm, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { repositoryRoot } from '../step.ts';
import { helm } from '../tools.ts';
import { publicSurface } from './public-surface.ts';
import { mustRun } from './release-code.ts';
import { withDatabase } from './release-database.ts';
import { ACCEPTED, isBefore, RELEASE_FILES, RELEASES } from './release-folder.ts';
import { assertUnreleased, setVersion, versionNumbers } from './release-numbers.ts';

/** The program that fills an installation and writes its data; of this commit, or of a released one in another folder. */
export const DATA_PROGRAM = 'deploy/local/test/releases/run-release-data.ts';

/** Writes what a release keeps into a folder: its commit, what others build on, and its data. */
export async function writeReleaseFolder(folder: string, version: string): Promise<void> {
  await mkdir(folder, { recursive: true });
  const commit = await mustRun(repositoryRoot, 'git', ['rev-parse', 'HEAD']);
  await writeFile(join(folder, RELEASE_FILES.release), `${JSON.stringify({ version, commit }, undefined, 2)}\n`);
  await writeFile(join(folder, RELEASE_FILES.surface), brotliCompressSync(JSON.stringify(await publicSurface())));
  await withDatabase((url) => mustRun(repositoryRoot, 'node', [DATA_PROGRAM, 'make', folder, url]));
}

/** Looks at everything that can be known before the work begins. @throws an Error that says why this version cannot be prepared now. */
export async function refuseVersion(root: string, version: string): Promise<void> {
  const [now = ''] = (await versionNumbers(root))['package.json']!;
  if (!isBefore(now, version)) throw new Error(`The repository has version ${now}; name a later one.`);
  if (existsSync(join(root, 'deploy/releases', version)))
    throw new Error(`deploy/releases/${version} is there already.`);
  await assertUnreleased(root);
  const changes = await mustRun(root, 'git', ['status', '--porcelain']);
  if (changes !== '') throw new Error(`Commit or drop these changes first, as a release is one commit:\n${changes}`);
}

/** Packs the SDK, the command line and the chart into `deploy/releases/dist/`, which is not committed. */
async function packAll(): Promise<void> {
  const out = join(RELEASES, 'dist');
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  for (const name of ['sdk', 'cli']) {
    await mustRun(repositoryRoot, 'npm', ['run', '--silent', 'build', '-w', `packages/${name}`]);
    await mustRun(repositoryRoot, 'npm', ['pack', '--silent', `./packages/${name}/dist`, '--pack-destination', out]);
  }
  if (existsSync(helm.program)) await mustRun(repositoryRoot, helm.program, ['package', 'deploy/chart', '-d', out]);
  else console.log('The chart is not packed, as there is no helm: npm run install-tools');
}

/** Prepares a version in the working tree; docs/release.md says what people do before and after. */
async function prepareRelease(version: string): Promise<void> {
  await refuseVersion(repositoryRoot, version);
  console.log(`data and public surface of this commit into deploy/releases/${version}`);
  await writeReleaseFolder(join(RELEASES, version), version);
  console.log('numbers and changelog');
  await setVersion(repositoryRoot, version, new Date().toISOString().slice(0, 10));
  await rm(ACCEPTED, { force: true });
  for (const script of ['generate', 'chart']) await mustRun(repositoryRoot, 'npm', ['run', '--silent', script]);
  console.log('packages into deploy/releases/dist');
  await packAll();
  console.log(`Version ${version} is prepared. Read the diff, run the checks, and commit it as docs/release.md says.`);
}

if (import.meta.main) {
  try {
    const [version] = process.argv.slice(2);
    if (version === undefined) throw new Error('Name a version: npm run release 0.2.0');
    await prepareRelease(version);
  } catch (error) {
    console.error((error as Error).message);
    process.exitCode = 1;
  }
}
