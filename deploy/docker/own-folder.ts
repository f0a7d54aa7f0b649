import { readFile } from 'node:fs/promises';
import { dirname, extname, relative } from 'node:path';
import type { Loader, Plugin } from 'esbuild';

/** What a module calls the folder it stands in. */
const OWN_FOLDER = /\bimport\.meta\.dirname\b|\b__dirname\b/g;

/**
 * Many modules read a file that lies beside them (SQL, proto, HTML). In a bundle the module stands elsewhere, so the
 * files are copied into a folder `files` with the tree they came from, and each module is told its place in that tree.
 * `banner` belongs at the top of every output file, one folder below the output folder.
 */
export const ownFolder = (root: string): { banner: string; plugin: Plugin } => ({
  banner: `const __files = import.meta.dirname + '/../files';`,
  plugin: {
    name: 'own-folder',
    setup: (build) => build.onLoad({ filter: /\.([cm]?js|ts)$/ }, async ({ path }) => {
      const text = await readFile(path, 'utf8');
      const place = JSON.stringify(`/${relative(root, dirname(path))}`);
      const contents = text.replace(OWN_FOLDER, `(__files + ${place})`);
      return contents === text ? undefined : { contents, loader: extname(path).slice(-2) as Loader };
    }),
  },
});
