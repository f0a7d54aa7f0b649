import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { newestRelease } from '../releases/release-folder.ts';
import { failedOutcome, passedOutcome, runProgram, skippedOutcome, type CheckStep } from '../step.ts';

/** Refuses a change of the mesh that a process of the last release would not understand. */
export const breakingStep: CheckStep = {
  name: 'breaking',
  run: async () => {
    const baseline = await findBaseline();
    if (!baseline) return skippedOutcome('there is neither a release nor a main branch of origin to compare with');
    const folder = await mkdtemp(join(tmpdir(), 'assay-baseline-'));
    try {
      const archive = join(folder, 'proto.tar');
      const packed = await runProgram('git', ['archive', '--output', archive, baseline, 'proto']);
      if (!packed.ok) return skippedOutcome(`${baseline} has no proto folder to compare with`);
      await runProgram('tar', ['-xf', archive, '-C', folder]);
      const { ok, output } = await runProgram('npm', [
        'run',
        '--silent',
        'breaking',
        '-w',
        'proto',
        '--',
        join(folder, 'proto'),
      ]);
      return ok ? passedOutcome : failedOutcome(`Compared with ${baseline}:\n${output}`);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** The commit of the newest release, or the main branch of this clone if there is none. */
async function findBaseline(): Promise<string | undefined> {
  const release = await newestRelease();
  if (release) return release.commit;
  const main = await runProgram('git', ['rev-parse', '--verify', '--quiet', 'refs/remotes/origin/main']);
  return main.ok ? 'origin/main' : undefined;
}
