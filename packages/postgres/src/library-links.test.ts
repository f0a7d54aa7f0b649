import { chmod, mkdir, mkdtemp, readlink, rm, writeFile } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { makeLibraryLinks } from './library-links.ts';

let root: string;
const library = () => join(root, 'native/lib');
beforeEach(async () => {
  root = await mkdtemp(join(tmpdir(), 'assay-links-'));
  await mkdir(library(), { recursive: true });
  const links = ['libpq.so', 'libpq.so.5'].map((name) => ({
    source: 'native/lib/libpq.so.5.18',
    target: `native/lib/${name}`,
  }));
  await writeFile(join(root, 'native/pg-symlinks.json'), JSON.stringify(links));
});
afterEach(async () => {
  await chmod(library(), 0o700);
  await rm(root, { recursive: true });
});

test('links that no install script made are made, and kept by a second start', async () => {
  for (let start = 0; start < 2; start++) {
    expect(await makeLibraryLinks(root)).toBe(true);
    expect(await readlink(join(library(), 'libpq.so.5'))).toBe('libpq.so.5.18');
  }
});

test('two starts at once make the links of one package', async () => {
  expect(await Promise.all([makeLibraryLinks(root), makeLibraryLinks(root)])).toEqual([true, true]);
});

const asUser = process.getuid?.() === 0 ? describe.skip : describe;

asUser('as another user than root', () => {
  test('a folder without write permission is left as it is', async () => {
    await chmod(library(), 0o500);
    expect(await makeLibraryLinks(root)).toBe(false);
  });
});
