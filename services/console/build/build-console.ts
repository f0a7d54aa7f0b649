import { cp, glob, mkdir, readFile, rename, rm, writeFile } from 'node:fs/promises';
import { dirname, join } from 'node:path';
import { promisify } from 'node:util';
import { brotliCompress, constants, gzip } from 'node:zlib';
import { build } from 'vite';

const folder = join(import.meta.dirname, '..');

/** Files below this size are sent as they are, in bytes. */
const LEAST_TO_COMPRESS = 1_000;
/** Brotli at 9 takes a fifth of the time of 11 and makes files two percent larger. */
const BROTLI = { params: { [constants.BROTLI_PARAM_QUALITY]: 9 } };

/** Writes the console into the folder `out`, which appears when it is whole, with the parts of the build before. */
async function writeConsole(out: string, previous: string | undefined): Promise<void> {
  const made = `${out}.${process.pid}`;
  await build({ root: folder, configFile: join(folder, 'vite.config.ts'), logLevel: 'warn', build: { outDir: made } });
  await Promise.all(
    (await Array.fromAsync(glob('**/*.{js,css,svg}', { cwd: made }))).map((path) => compress(join(made, path))),
  );
  if (previous !== undefined) {
    await mkdir(join(made, 'previous'), { recursive: true });
    await cp(join(previous, 'assets'), join(made, 'previous/assets'), { recursive: true });
  }
  await mkdir(dirname(out), { recursive: true });
  await rm(out, { recursive: true, force: true });
  await rename(made, out);
}

async function compress(path: string): Promise<void> {
  const body = await readFile(path);
  if (body.length < LEAST_TO_COMPRESS) return;
  await writeFile(`${path}.br`, await promisify(brotliCompress)(body, BROTLI));
  await writeFile(`${path}.gz`, await promisify(gzip)(body, { level: 9 }));
}

const [out, previous] = process.argv.slice(2);
if (out === undefined) throw new Error('usage: node build-console.ts <out> [<build before>]');
await writeConsole(out, previous);
