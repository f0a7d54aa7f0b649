import { glob, readFile } from 'node:fs/promises';
import { basename, join } from 'node:path';
import { ownFolder } from '@assay/image/own-folder';
import { build, type Metafile, type Plugin } from 'esbuild';
import { lazyCommonjs } from './lazy-commonjs.ts';
import { olderNode, PREPARATION } from './older-node.ts';

const root = join(import.meta.dirname, '../../..');

/** The files that become programs of their own: the command, and what the platform starts as a thread or process. */
const PROGRAMS = [
  'deploy/local/src/runner/runner-{process,thread}.ts',
  'services/*/src/**/*-{process,worker}.ts',
  'packages/!(kit)/src/**/*-worker.ts',
];

/** Packages that stay packages: playwright-core loads its own parts by their places in its folder. */
export const EXTERNAL = ['playwright-core'];

/**
 * Bundles the command and the platform within it for Node.js 20 into the folder `out`: `assay.js`, a file for each
 * program that the platform starts, and the parts that they share, each of which is loaded when it is needed.
 *
 * @returns which module went into which file.
 */
export async function bundlePrograms(out: string): Promise<Metafile> {
  const started = (await Array.fromAsync(glob(PROGRAMS, { cwd: root }))).sort();
  const programs = new Map([
    ['assay', 'packages/cli/src/main.ts'],
    ...started.map((path): [string, string] => [basename(path, '.ts'), path]),
  ]);
  if (programs.size !== started.length + 1) throw new Error(`Two programs have one name: ${started.join(', ')}.`);
  const { banner, plugin } = ownFolder(root);
  const { metafile } = await build({
    entryPoints: [...programs.keys()].map((name) => ({ in: `program:${name}`, out: name })),
    outdir: out,
    absWorkingDir: root,
    bundle: true,
    splitting: true,
    // Beside the programs: a part finds them, and the files of the package, by its own place.
    chunkNames: 'part-[hash]',
    format: 'esm',
    platform: 'node',
    target: 'node20',
    // Names stay, for the stacks of errors.
    minifyWhitespace: true,
    minifySyntax: true,
    // The licences of all packages are in one file.
    legalComments: 'none',
    logLevel: 'warning',
    metafile: true,
    external: ['pg-native', ...EXTERNAL],
    plugins: [programPlugin(programs), lazyCommonjs, olderNode, plugin],
    // CommonJS packages load Node's own modules with require.
    banner: {
      js: `import { createRequire as __createRequire } from 'node:module';const require = __createRequire(import.meta.url);${banner}`,
    },
  });
  return metafile;
}

/** A program prepares its Node.js before it loads any other module. */
const programPlugin = (programs: Map<string, string>): Plugin => ({
  name: 'program',
  setup: (to) => {
    to.onResolve({ filter: /^program:/ }, ({ path }) => ({
      path: path.slice('program:'.length),
      namespace: 'program',
    }));
    to.onLoad({ filter: /./, namespace: 'program' }, async ({ path: name }) => {
      const module = join(root, programs.get(name)!);
      const [first = ''] = (await readFile(module, 'utf8')).split('\n');
      return {
        contents: `${first.startsWith('#!') ? first : ''}${PREPARATION}await import(${JSON.stringify(module)});`,
        resolveDir: root,
      };
    });
  },
});
