import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join, relative } from 'node:path';
import { busSchema, serviceSchemas } from '@assay/database/schemas';
import { failedOutcome, passedOutcome, repositoryRoot, runProgram, type StepOutcome } from '../step.ts';

/** A service that keeps data, and its folders of migrations, below the root of the repository. */
interface MigratedService {
  name: string;
  migrations: string[];
}

export const migratedServices: MigratedService[] = serviceSchemas.map(({ name, migrations, guarded }) => ({
  name,
  migrations: [...migrations, ...(guarded?.migrations ?? []), ...busSchema.migrations].map((folder) =>
    relative(repositoryRoot, folder),
  ),
}));

/**
 * Runs the tests that a release has of its services on the schema of today, for services whose schema changed since. In
 * an upgrade the migrations come first, by the chart's job, and the pods of the release serve on the new schema until
 * the last of them is replaced; the code of today never meets the schema of the release. `root` is a clone with the commit.
 */
export async function testRelease(root: string, commit: string, services: MigratedService[]): Promise<StepOutcome> {
  const changes = await changedFiles(
    root,
    commit,
    services.flatMap(({ migrations }) => migrations),
  );
  const edited = changes.filter(({ status }) => status !== 'A').map(({ path }) => path);
  if (edited.length > 0)
    return failedOutcome(
      `${commit} has these migrations, so they are applied already; write new files instead:\n${edited.join('\n')}`,
    );
  const affected = services.filter(({ migrations }) =>
    changes.some(({ path }) => migrations.some((folder) => path.startsWith(`${folder}/`))),
  );
  if (affected.length === 0) return passedOutcome;

  const folder = await mkdtemp(join(tmpdir(), 'assay-release-'));
  try {
    await unpackFiles(root, commit, folder);
    for (const { path } of changes) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await copyFile(join(root, path), join(folder, path));
    }
    await installPackages(folder);
    const paths = affected.map(({ name }) => `services/${name}/`);
    const { ok, output } = await runProgram('npm', ['test', '--', ...paths], { cwd: folder });
    return ok
      ? passedOutcome
      : failedOutcome(
          `The code of ${commit} fails on the new schema of ${affected.map(({ name }) => name).join(', ')}:\n${output}`,
        );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** Writes a commit's files into a folder, and installs its packages there. */
export async function unpackCommit(root: string, commit: string, folder: string): Promise<void> {
  await unpackFiles(root, commit, folder);
  await installPackages(folder);
}

async function unpackFiles(root: string, commit: string, folder: string): Promise<void> {
  const archive = join(folder, 'release.tar');
  await mustRun(root, 'git', ['archive', '--output', archive, commit]);
  await mustRun(folder, 'tar', ['-xf', archive]);
}

const installPackages = (folder: string): Promise<string> =>
  mustRun(folder, 'npm', ['ci', '--no-audit', '--no-fund', '--prefer-offline']);

/** The files in the folders that differ from the commit's, with the status that git gives them: A is added. */
async function changedFiles(
  root: string,
  commit: string,
  folders: string[],
): Promise<{ status: string; path: string }[]> {
  const output = await mustRun(root, 'git', [
    'diff',
    '--name-status',
    '--no-renames',
    commit,
    '--',
    ...new Set(folders),
  ]);
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [status, path] = line.split('\t') as [string, string];
      return { status, path };
    });
}

/** Runs a program to its end; returns its output. @throws an Error with it when it fails. */
export async function mustRun(cwd: string, program: string, args: string[]): Promise<string> {
  const { ok, output } = await runProgram(program, args, { cwd });
  if (!ok) throw new Error(`${program} ${args.join(' ')} failed: ${output}`);
  return output;
}
