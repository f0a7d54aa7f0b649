import { readFile } from 'node:fs/promises';
import { dirname, extname, relative } from 'node:path';
import type { Loader, Plugin } from 'esbuild';

/** What a module calls the folder it stands in. */
const OWN_FOLDER = /\bimport\.meta\.dirname\b|\b__dirname\b/g;

/**
 * Many modules read a file that lies beside them (SQL, proto). In a bundle they all stand in one file, one folder below
 * the output folder, so that folder takes the place of `root`: each module is told where in it its own folder would be.
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
