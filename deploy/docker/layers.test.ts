import { mkdtemp, readdir, readFile, rm, stat } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { bundleProcesses } from './bundle.ts';
import type { Notice } from './notices.ts';
import { imageSbom } from './sbom.ts';

/** How much a stated size may be off, as a share of it. */
const TOLERANCE = 0.1;
/** Sizes below this are not stated, in bytes. */
const SMALLEST_STATED = 300_000;

let out: string;
let notices: Notice[];
beforeAll(async () => {
  out = await mkdtemp(join(tmpdir(), 'assay-layers-'));
  ({ notices } = await bundleProcesses(out));
});
afterAll(() => rm(out, { recursive: true }));

async function bytesOf(path: string): Promise<number> {
  const entries = await readdir(path, { recursive: true, withFileTypes: true });
  const sizes = entries.filter((entry) => entry.isFile()).map((entry) => stat(join(entry.parentPath, entry.name)));
  return (await Promise.all(sizes)).reduce((total, { size }) => total + size, 0);
}

test('every folder of the image has the size that docs/image.md states', async () => {
  const page = await readFile(join(import.meta.dirname, '../../docs/image.md'), 'utf8');
  const stated = new Map(
    [...page.matchAll(/^\| `(\w+)\/` \| ([\d.]+) \|/gm)].map(([, name, mb]) => [name!, Number(mb)]),
  );
  // The console is built in the slow test.
  stated.delete('console');
  const folders = (await readdir(out, { withFileTypes: true })).filter((entry) => entry.isDirectory());
  const found = await Promise.all(folders.map(async ({ name }) => [name, await bytesOf(join(out, name))] as const));
  const large = found
    .filter(([, bytes]) => bytes >= SMALLEST_STATED)
    .map(([name, bytes]) => [name, bytes / 1e6] as const);
  expect(large.map(([name]) => name).sort()).toEqual([...stated.keys()].sort());
  const off = large.filter(([name, mb]) => Math.abs(mb - stated.get(name)!) > stated.get(name)! * TOLERANCE);
  expect(off.map(([name, mb]) => `${name}/ has ${mb.toFixed(1)} MB, not ${stated.get(name)}`)).toEqual([]);
});

test('the bill of materials lists every bundled package with its licence, and the same twice', async () => {
  const text = await imageSbom(notices);
  expect(await imageSbom([...notices, ...notices].reverse())).toBe(text);
  const { components } = JSON.parse(text) as { components: { name: string; licenses: { expression: string }[] }[] };
  expect(components.map(({ name }) => name)).toEqual(
    expect.arrayContaining(['express', 'pg', 'ai', 'playwright-core']),
  );
  expect(components.filter(({ licenses }) => !licenses[0]?.expression)).toEqual([]);
});

test('a development dependency that is bundled is refused by the bill of materials', async () => {
  const { version } = JSON.parse(
    await readFile(join(import.meta.dirname, '../../node_modules/jest/package.json'), 'utf8'),
  ) as {
    version: string;
  };
  await expect(imageSbom([{ name: 'jest', version }])).rejects.toThrow(`jest@${version}`);
});
