import { mkdtemp, readFile, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failedOutcome, passedOutcome, repositoryRoot, runProgram, sumOutcomes, type StepOutcome } from '../step.ts';
import { breakingChanges } from './breaking-changes.ts';
import { DATA_PROGRAM } from './prepare-release.ts';
import { publicSurface, type PublicSurface } from './public-surface.ts';
import { unpackCommit } from './release-code.ts';
import { withDatabase } from './release-database.ts';
import { ACCEPTED, readSurface, type Release } from './release-folder.ts';

/**
 * Checks this working tree against a release: nothing breaks that others built on, its data is served by the code of today, and then
 * by its own code again, on the schema of today and with what the code of today added, as after a rollback. The last
 * part needs an installation of the release's packages, so it is left out when the schema is the same, unless `always`.
 */
export async function checkRelease(release: Release, always = false): Promise<StepOutcome> {
  const [then, now] = [await readSurface(release), await publicSurface()];
  return sumOutcomes([
    await compared(release, then, now),
    await served(release, always || hasNewMigrations(then, now)),
  ]);
}

const hasNewMigrations = (then: PublicSurface, now: PublicSurface): boolean =>
  Object.keys(now.migrations).some((file) => !(file in then.migrations));

async function compared({ version }: Release, then: PublicSurface, now: PublicSurface): Promise<StepOutcome> {
  const accepted = (await readFile(ACCEPTED, 'utf8').catch(() => '')).split('\n').filter((line) => line !== '');
  const found = breakingChanges(then, now);
  const faults = [
    ...found.filter((change) => !accepted.includes(change)).map((change) => `breaks clients of ${version}: ${change}`),
    ...accepted.filter((change) => !found.includes(change)).map((change) => `is accepted, but is no change: ${change}`),
  ];
  return faults.length === 0 ? passedOutcome : failedOutcome(faults.join('\n'));
}

/** The data of the release in a database that first the code of today and then the code of the release serve. */
const served = ({ version, commit, folder }: Release, withOldCode: boolean): Promise<StepOutcome> =>
  withDatabase(async (url) => {
    const run = async (root: string, command: string, who: string): Promise<StepOutcome> => {
      const { ok, output } = await runProgram('node', [DATA_PROGRAM, command, folder, url], { cwd: root });
      return ok ? passedOutcome : failedOutcome(`${who} fails to ${command} the data of ${version}:\n${output}`);
    };
    for (const command of ['restore', 'serve']) {
      const outcome = await run(repositoryRoot, command, 'This code');
      if (outcome.failed) return outcome;
    }
    if (!withOldCode) return passedOutcome;
    const root = await mkdtemp(join(tmpdir(), 'assay-released-code-'));
    try {
      await unpackCommit(repositoryRoot, commit, root);
      return sumOutcomes([passedOutcome, await run(root, 'serve', `The code of ${version}, on the schema of today,`)]);
    } finally {
      await rm(root, { recursive: true });
    }
  });
