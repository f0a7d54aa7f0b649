import { readFile } from 'node:fs/promises';
import { dirname, extname, relative } from 'node:path';
import type { Loader, Plugin } from 'esbuild';

/** Expressions for the folder of a module. */
const OWN_FOLDER = /\bimport\.meta\.dirname\b|\b__dirname\b/g;

/**
 * Many modules read a file beside them (SQL, proto). A bundle puts them all into one file, one folder below the output
 * folder, so that folder takes the place of `root`: each module gets the path that its own folder would have there.
 * `banner` belongs at the top of every output file.
 */
export const ownFolder = (root: string): { banner: string; plugin: Plugin } => ({
  banner: `const __root = import.meta.dirname + '/..';`,
  plugin: {
    name: 'own-folder',
    setup: (build) =>
      build.onLoad({ filter: /\.([cm]?js|ts)$/ }, async ({ path }) => {
        const text = await readFile(path, 'utf8');
        const place = JSON.stringify(`/${relative(root, dirname(path))}`);
        const contents = text.replace(OWN_FOLDER, `(__root + ${place})`);
        return contents === text ? undefined : { contents, loader: extname(path).slice(-2) as Loader };
      }),
  },
});
