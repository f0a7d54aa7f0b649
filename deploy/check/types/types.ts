import { existsSync, mkdirSync, writeFileSync } from 'node:fs';
import { basename, dirname, join, relative } from 'node:path';
import { repositoryRoot, runProgram } from '../step.ts';
import { sourceFiles } from '../source-files.ts';

/*
 * `npm run types` checks the types of the whole repository, which takes most of a minute; `npm run types -- packages/grading`
 * checks the files of the folders that it names and the modules that they import, which takes seconds.
 */

/** Where the generated projects and the state of the compiler are kept; git ignores it. */
const CACHE = join(repositoryRoot, '.turbo');

/** The projects of the whole repository. */
const WHOLE = ['tsconfig.json', 'packages/study-page/client/tsconfig.json', 'services/console/tsconfig.json'];

/** The projects that cover the folders: the ones that stand in them, and a generated one for the other files. */
export function projectsOf(folders: readonly string[]): string[] {
  if (folders.length === 0) return WHOLE;
  const missing = folders.find((folder) => !existsSync(join(repositoryRoot, folder)));
  if (missing !== undefined) throw new Error(`There is no folder ${missing}; name it from the root of the repository.`);
  const own = folders.flatMap(ownProjects);
  return [...own, ...folders.filter((folder) => !own.includes(`${folder}/tsconfig.json`)).map(writeProject)];
}

const ownProjects = (folder: string): string[] =>
  sourceFiles([`${folder}/*`]).filter((path) => basename(path) === 'tsconfig.json');

/** Writes a project for one folder. A declaration file anywhere may describe a module that the folder imports. */
function writeProject(folder: string): string {
  const name = `types-${folder.replaceAll('/', '-')}`;
  const toRoot = relative(CACHE, repositoryRoot);
  const project = {
    extends: `${toRoot}/tsconfig.base.json`,
    compilerOptions: { incremental: true, tsBuildInfoFile: `${name}.tsbuildinfo` },
    include: [folder, ...sourceFiles(['*.d.ts'])].map((path) => `${toRoot}/${path}`),
    exclude: ['**/node_modules', '**/dist', ...ownProjects(folder).map((path) => dirname(path))].map(
      (path) => `${toRoot}/${path}`,
    ),
  };
  mkdirSync(CACHE, { recursive: true });
  const path = join(CACHE, `${name}.json`);
  writeFileSync(path, JSON.stringify(project, null, 2));
  return relative(repositoryRoot, path);
}

if (import.meta.main)
  for (const project of projectsOf(process.argv.slice(2).map((folder) => folder.replace(/\/$/, '')))) {
    const { ok, output } = await runProgram('tsc', ['-p', project]);
    if (output !== '') console.log(output);
    if (!ok) process.exitCode = 1;
  }
