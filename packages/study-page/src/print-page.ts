import { readFile, writeFile } from 'node:fs/promises';
import { join } from 'node:path';
import { build } from 'esbuild';

const SOURCE = join(import.meta.dirname, '../client');
const PRINTED = join(import.meta.dirname, 'gen/page-files.ts');

/** Prints the files that browsers load as a module, so that the gateway needs neither a bundler nor the folder. */
const { outputFiles } = await build({
  entryPoints: [join(SOURCE, 'study-page.ts')],
  bundle: true,
  format: 'esm',
  target: 'es2023',
  minify: true,
  write: false,
});
const files = {
  'study-page.css': await readFile(join(SOURCE, 'study-page.css'), 'utf8'),
  'study-page.js': outputFiles[0]!.text,
};
await writeFile(
  PRINTED,
  `// Generated from packages/study-page/client by \`npm run generate\`. Do not edit.\n/** The files that browsers load, by their names. */\nexport const pageFiles: Readonly<Record<string, string>> = ${JSON.stringify(files, undefined, 2)};\n`,
);
