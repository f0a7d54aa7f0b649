import { mkdir, mkdtemp, rm, writeFile } from 'node:fs/promises';
import { join, relative } from 'node:path';
import { repositoryRoot, runProgram } from '../step.ts';
import { projectsOf } from './types.ts';

/** Checks a folder whose only file has this source. It is in a folder that git ignores, so no other check sees it. */
async function checked(source: string) {
  await mkdir(join(repositoryRoot, '.turbo'), { recursive: true });
  const folder = await mkdtemp(join(repositoryRoot, '.turbo/probe-'));
  try {
    await writeFile(join(folder, 'probe.ts'), source);
    const [project] = projectsOf([relative(repositoryRoot, folder)]);
    const written = [project!, project!.replace('.json', '.tsbuildinfo')].map((path) => join(repositoryRoot, path));
    return await runProgram('tsc', ['-p', project!]).finally(() => Promise.all(written.map((path) => rm(path))));
  } finally {
    await rm(folder, { recursive: true });
  }
}

test('a type error of a folder is found, and modules with a declaration file are known', async () => {
  const uses = "import { quoteName } from '@assay/grading/quote';\nimport '@assay/kit/postgres/db';\n";
  const { ok, output } = await checked(`${uses}export const count: number = quoteName('a');`);
  expect(ok).toBe(false);
  expect(output.match(/probe\.ts\(\d+,\d+\): error TS\d+/g)).toHaveLength(1);
  expect(output).not.toContain('packages/kit');
});

test('a folder with a project of its own is checked by that project', () => {
  expect(projectsOf(['packages/study-page/client'])).toEqual(['packages/study-page/client/tsconfig.json']);
  expect(projectsOf([])).toContain('tsconfig.json');
});

test('a folder that does not exist is refused by its name', () => {
  expect(() => projectsOf(['packages/gradings'])).toThrow('packages/gradings');
});
