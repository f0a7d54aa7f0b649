import { copyFile, mkdir, mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { dirname, join } from 'node:path';
import { failedOutcome, passedOutcome, runProgram, type StepOutcome } from './step.ts';

/** The tag of the last release before this commit; undefined when there was none. */
export async function lastRelease(): Promise<string | undefined> {
  const { ok, output } = await runProgram('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*']);
  return ok ? output : undefined;
}

/** A service that keeps data, and its folders of migrations, below the root of the repository. */
export interface MigratedService {
  name: string;
  migrations: string[];
}

/**
 * Runs the tests that a release has of its services on the schema of today, for services whose schema changed since. In
 * an upgrade the migrations come first, by the chart's job, and the pods of the release serve on the new schema until
 * the last of them is replaced; the code of today never meets the schema of the release. `root` is a clone with the tag.
 */
export async function testRelease(root: string, tag: string, services: MigratedService[]): Promise<StepOutcome> {
  const changes = await changedFiles(
    root,
    tag,
    services.flatMap(({ migrations }) => migrations),
  );
  const edited = changes.filter(({ status }) => status !== 'A').map(({ path }) => path);
  if (edited.length > 0)
    return failedOutcome(
      `${tag} has these migrations, so they are applied already; write new files instead:\n${edited.join('\n')}`,
    );
  const affected = services.filter(({ migrations }) =>
    changes.some(({ path }) => migrations.some((folder) => path.startsWith(`${folder}/`))),
  );
  if (affected.length === 0) return passedOutcome;

  const folder = await mkdtemp(join(tmpdir(), 'assay-release-'));
  try {
    const archive = join(folder, 'release.tar');
    await mustRun(root, 'git', ['archive', '--output', archive, tag]);
    await mustRun(folder, 'tar', ['-xf', archive]);
    for (const { path } of changes) {
      await mkdir(dirname(join(folder, path)), { recursive: true });
      await copyFile(join(root, path), join(folder, path));
    }
    await mustRun(folder, 'npm', ['ci', '--no-audit', '--no-fund']);
    const paths = affected.map(({ name }) => `services/${name}/`);
    const { ok, output } = await runProgram('npm', ['test', '--', ...paths], { cwd: folder });
    return ok
      ? passedOutcome
      : failedOutcome(
          `The code of ${tag} fails on the new schema of ${affected.map(({ name }) => name).join(', ')}:\n${output}`,
        );
  } finally {
    await rm(folder, { recursive: true });
  }
}

/** The files in the folders that differ from the tag's, with the status that git gives them: A is added. */
async function changedFiles(root: string, tag: string, folders: string[]): Promise<{ status: string; path: string }[]> {
  const output = await mustRun(root, 'git', ['diff', '--name-status', '--no-renames', tag, '--', ...new Set(folders)]);
  return output
    .split('\n')
    .filter((line) => line !== '')
    .map((line) => {
      const [status, path] = line.split('\t') as [string, string];
      return { status, path };
    });
}

async function mustRun(cwd: string, program: string, args: string[]): Promise<string> {
  const { ok, output } = await runProgram(program, args, { cwd });
  if (!ok) throw new Error(`${program} ${args.join(' ')} failed: ${output}`);
  return output;
}
