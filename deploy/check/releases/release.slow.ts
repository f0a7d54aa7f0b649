import { mkdtemp, rm, writeFile, readFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { brotliCompressSync } from 'node:zlib';
import { repositoryRoot } from '../step.ts';
import { checkRelease } from './check-release.ts';
import { writeReleaseFolder } from './prepare-release.ts';
import { migratedServices, testRelease } from './release-code.ts';
import { newestRelease, readSurface, RELEASE_FILES, type Release } from './release-folder.ts';

/** An installation of the packages and two starts of the product, on a busy machine, in milliseconds. */
const LONG_MS = 15 * 60_000;

let releases: string;
let release: Release;
beforeAll(async () => {
  releases = await mkdtemp(join(tmpdir(), 'assay-releases-'));
  await writeReleaseFolder(join(releases, '0.2.0'), '0.2.0');
  release = (await newestRelease(releases))!;
}, LONG_MS);
afterAll(() => rm(releases, { recursive: true }));

test(
  'this commit as a release: its data is served by this code, and by its own code again',
  async () => {
    expect(await checkRelease(release, true)).toMatchObject({ passed: 3, failed: 0, note: '' });
  },
  LONG_MS,
);

test(
  'an operation that the release had and an edited migration are told',
  async () => {
    const surface = await readSurface(release);
    surface.api.paths['/gone'] = { get: { responses: {} } };
    const [migration] = Object.keys(surface.migrations).filter((file) => file.startsWith('services/runs/'));
    surface.migrations[migration!] = 'another';
    const file = join(release.folder, RELEASE_FILES.surface);
    const before = await readFile(file);
    await writeFile(file, brotliCompressSync(JSON.stringify(surface)));
    const { failed, note } = await checkRelease(release);
    await writeFile(file, before);
    expect([failed, note]).toEqual([1, expect.stringContaining('breaks clients of 0.2.0: GET /gone is gone')]);
    expect(note).toContain(`${migration} was edited; write a new migration instead`);
  },
  LONG_MS,
);

test(
  'the tests of the newest release pass on the schema of today',
  async () => {
    const newest = await newestRelease();
    // Before the first release there is no code to test.
    if (newest) expect(await testRelease(repositoryRoot, newest.commit, migratedServices)).toMatchObject({ failed: 0 });
  },
  LONG_MS,
);
