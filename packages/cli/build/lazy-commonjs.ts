import { readFile } from 'node:fs/promises';
import { dirname, join, relative } from 'node:path';
import { pathToFileURL } from 'node:url';
import type { Plugin } from 'esbuild';

const root = join(import.meta.dirname, '../../..');
const NAMESPACE = 'lazy-commonjs';

/**
 * CommonJS modules that are loaded with `import()`. Node.js reads their names from their source; of a part of a bundle,
 * esbuild exports the default alone. So the part names what Node.js finds.
 */
export const lazyCommonjs: Plugin = {
  name: NAMESPACE,
  setup: (to) => {
    to.onResolve({ filter: /./ }, async ({ path, kind, importer, resolveDir, pluginData }) => {
      if (kind !== 'dynamic-import' || pluginData === NAMESPACE) return undefined;
      const found = await to.resolve(path, { kind, importer, resolveDir, pluginData: NAMESPACE });
      // The bundle names the module: its place on this machine stays out.
      return !found.external && (await isCommonjs(found.path))
        ? { path: relative(root, found.path), namespace: NAMESPACE }
        : found;
    });
    to.onLoad({ filter: /./, namespace: NAMESPACE }, async ({ path }) => {
      const file = join(root, path);
      const names = Object.keys((await import(pathToFileURL(file).href)) as object);
      return {
        contents: `export { ${names.filter((name) => name !== 'module.exports').join(', ')} } from ${JSON.stringify(file)};`,
        resolveDir: dirname(file),
      };
    });
  },
};

async function isCommonjs(path: string): Promise<boolean> {
  if (/\.(ts|mjs)$/.test(path)) return false;
  if (path.endsWith('.cjs')) return true;
  for (let folder = dirname(path); ; folder = dirname(folder)) {
    const manifest = await readFile(join(folder, 'package.json'), 'utf8').catch(() => undefined);
    if (manifest !== undefined) return (JSON.parse(manifest) as { type?: string }).type !== 'module';
  }
}
