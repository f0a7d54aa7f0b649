import { readFileSync } from 'node:fs';
import { join } from 'node:path';
import { sourceFiles } from '../source-files.ts';
import { repositoryRoot } from '../step.ts';

const text = (path: string) => readFileSync(join(repositoryRoot, path), 'utf8');
const answerOf = (readme: string): string | undefined =>
  /^\| What must it never import\? \| (.*) \|$/m.exec(text(readme))?.[1];
/** The READMEs that name the packages of ours that may be imported. */
const NAMES = /of (?:ours|our packages) only (.*)|any package of ours except (.*)/;
const readmes = sourceFiles(['packages/*/README.md']).filter((path) => NAMES.test(answerOf(path) ?? ''));

/** The packages of ours that sources of a folder import, except in tests. */
const importedBy = (folder: string): string[] =>
  sourceFiles([`${folder}/src/*.ts`])
    .filter((path) => !path.endsWith('.test.ts'))
    .flatMap((path) => [...text(path).matchAll(/\b(?:from|import\() ?'@assay\/([a-z-]+)/g)].map(([, name]) => name!));

test.each(readmes)('%s names every package of ours that the package imports', (path) => {
  const [, only = '', except = ''] = NAMES.exec(answerOf(path)!)!;
  const named = [...`${only}${except}`.matchAll(/`([a-z-]+)/g)].map(([, name]) => name!);
  const imported = new Set(importedBy(path.replace('/README.md', '')));
  expect([...imported].filter((name) => !named.includes(name))).toEqual([]);
});
