import { readdir, readFile, writeFile } from 'node:fs/promises';
import { stripTypeScriptTypes } from 'node:module';
import { join } from 'node:path';

const SOURCE = join(import.meta.dirname, '../client');
const PRINTED = join(import.meta.dirname, 'gen/page-files.ts');

/** Types are stripped to blanks, which need not be sent. */
const shortened = (script: string): string =>
  script
    .split('\n')
    .map((line) => line.trimEnd())
    .filter((line) => line !== '')
    .map((line) => `${line}\n`)
    .join('');

/** Prints the files that browsers load as a module, so that the gateway needs neither a compiler nor the folder. */
const names = (await readdir(SOURCE)).filter((name) => /\.(ts|css)$/.test(name)).toSorted();
const files = await Promise.all(
  names.map(async (name) => {
    const text = await readFile(join(SOURCE, name), 'utf8');
    return [name, name.endsWith('.ts') ? shortened(stripTypeScriptTypes(text)) : text] as const;
  }),
);
await writeFile(
  PRINTED,
  `// Generated from packages/study-page/client by \`npm run generate\`. Do not edit.\n/** The files that browsers load, by their names. */\nexport const pageFiles: Readonly<Record<string, string>> = ${JSON.stringify(Object.fromEntries(files), undefined, 2)};\n`,
);
