import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const folder = join(import.meta.dirname, 'older-node');
const moduleOf = (name: string): string => join(folder, `${name}.ts`);

/** Node's modules of which our code imports more than Node.js 20 has. Its libraries look before they use such a name. */
const SUPPLEMENTED = /^node:(crypto|module|tls)$/;

/** Our code's imports of Node's modules, supplemented with what Node.js 20 lacks. */
export const olderNode: Plugin = {
  name: 'older-node',
  setup: (build) =>
    build.onResolve({ filter: SUPPLEMENTED }, ({ path, importer }) =>
      importer.includes('node_modules') || importer.startsWith(folder)
        ? undefined
        : { path: moduleOf(path.slice('node:'.length)) },
    ),
};

/** The first lines of a program: they refuse a Node.js that is too old, and complete the language of an old one. */
export const PREPARATION = `
import ${JSON.stringify(moduleOf('refuse'))};
if (!('AsyncDisposableStack' in globalThis)) await import(${JSON.stringify(moduleOf('language'))});
`;
