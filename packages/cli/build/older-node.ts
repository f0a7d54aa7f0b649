import { join } from 'node:path';
import type { Plugin } from 'esbuild';

const folder = join(import.meta.dirname, 'older-node');
const moduleOf = (name: string): string => join(folder, `${name}.ts`);

/** Node's modules of which our code imports more than Node.js 20 has. */
const FOR_US = /^node:(crypto|module|tls)$/;
/** Most libraries look whether Node.js has a name before they use it. This one imports it. */
const FOR_CONFORMANCE = /^fs$/;

const isLibrary = (importer: string): boolean => importer.includes('node_modules');

/** Imports of Node's modules, supplemented with what Node.js 20 lacks. */
export const olderNode: Plugin = {
  name: 'older-node',
  setup: (build) => {
    build.onResolve({ filter: FOR_US }, ({ path, importer }) =>
      isLibrary(importer) || importer.startsWith(folder) ? undefined : { path: moduleOf(path.slice('node:'.length)) },
    );
    build.onResolve({ filter: FOR_CONFORMANCE }, ({ path, importer }) =>
      importer.includes('@modelcontextprotocol/conformance/') ? { path: moduleOf(path) } : undefined,
    );
  },
};

/** The first lines of a program: they refuse a Node.js that is too old, and complete the language of an old one. */
export const PREPARATION = `
import ${JSON.stringify(moduleOf('refuse'))};
if (!('AsyncDisposableStack' in globalThis)) await import(${JSON.stringify(moduleOf('language'))});
`;
