import { mkdtempSync, rmSync } from 'node:fs';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { buildSync } from 'esbuild';

/**
 * The program `stdio-server.ts` as a single file of JavaScript, for all test files of this process. Tests start it about
 * a hundred times, and without types to strip and modules of the SDK to find a start takes a third of the time.
 */
export const stdioServerFile = bundled('stdio-server.ts');

/** The program `eras-server.ts` as a single file. */
export const erasServerFile = bundled('eras-server.ts');

function bundled(source: string): string {
  const folder = mkdtempSync(join(tmpdir(), 'assay-command-'));
  process.once('exit', () => rmSync(folder, { recursive: true, force: true }));
  const file = join(folder, source.replace('.ts', '.mjs'));
  buildSync({
    entryPoints: [join(import.meta.dirname, source)],
    outfile: file,
    bundle: true,
    minify: true,
    format: 'esm',
    platform: 'node',
    target: 'node24',
    logLevel: 'warning',
  });
  return file;
}
