import { copyFile, mkdir, readFile, rm, writeFile } from 'node:fs/promises';
import { dirname, join, relative, resolve } from 'node:path';
import { execFile } from 'node:child_process';
import { promisify } from 'node:util';
import { build } from 'esbuild';

const home = join(import.meta.dirname, '..');
const root = join(home, '../..');

/**
 * Writes the package as it is published into the folder `out`: compiled JavaScript in one file, its declarations, and the
 * contract within both. Node strips no types of packages.
 */
export async function buildPackage(out: string): Promise<void> {
  await rm(out, { recursive: true, force: true });
  await mkdir(out, { recursive: true });
  await Promise.all([
    build({
      entryPoints: [join(home, 'src/sdk.ts')],
      outfile: join(out, 'index.js'),
      bundle: true,
      format: 'esm',
      platform: 'neutral',
      target: 'es2022',
      logLevel: 'warning',
    }),
    writeDeclarations(out),
    writeManifest(out),
    copyFile(join(root, 'LICENSE'), join(out, 'LICENSE')),
    copyFile(join(home, 'README.md'), join(out, 'README.md')),
  ]);
}

async function writeManifest(out: string): Promise<void> {
  const { name, version, license } = JSON.parse(await readFile(join(home, 'package.json'), 'utf8')) as Record<
    string,
    string
  >;
  const manifest = {
    name,
    version,
    description: 'The TypeScript client of Assay, a self-hosted platform for testing and evaluating MCP servers.',
    license,
    type: 'module',
    sideEffects: false,
    engines: { node: '>=20' },
    exports: { '.': { types: './types/sdk/src/sdk.d.ts', default: './index.js' } },
    types: './types/sdk/src/sdk.d.ts',
  };
  await writeFile(join(out, 'package.json'), `${JSON.stringify(manifest, undefined, 2)}\n`);
}

/** The declarations that the entry reaches, with relative imports alone. */
async function writeDeclarations(out: string): Promise<void> {
  const all = join(out, 'all-types');
  await promisify(execFile)(join(root, 'node_modules/.bin/tsc'), [
    '-p',
    join(import.meta.dirname, 'tsconfig.json'),
    '--outDir',
    all,
  ]);
  const reached = new Set<string>();
  const copy = async (file: string): Promise<void> => {
    if (reached.has(file)) return;
    reached.add(file);
    const source = join(all, file);
    const text = (await readFile(source, 'utf8')).replaceAll(
      "'@assay/contract/",
      `'${relative(dirname(source), all)}/contract/src/`,
    );
    const imports: string[] = [];
    const printed = text.replace(/ from '([^']+?)(?:\.ts)?';/g, (_, path: string) => {
      imports.push(relative(all, resolve(dirname(source), `${path}.d.ts`)));
      return ` from '${path}.js';`;
    });
    await mkdir(join(out, 'types', dirname(file)), { recursive: true });
    await writeFile(join(out, 'types', file), printed);
    for (const each of imports) await copy(each);
  };
  await copy('sdk/src/sdk.d.ts');
  await rm(all, { recursive: true });
}

if (import.meta.main) await buildPackage(join(home, 'dist'));
