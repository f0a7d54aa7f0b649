import { mkdtemp, rm } from 'node:fs/promises';
import { tmpdir } from 'node:os';
import { join } from 'node:path';
import { failed, passed, run, skipped, type Step } from '../step.ts';

/** Refuses a change of the mesh that a process of the last release would not understand. */
export const breaking: Step = {
  name: 'breaking',
  run: async () => {
    const baseline = await findBaseline();
    if (!baseline) return skipped('there is neither a release nor a main branch of origin to compare with');
    const folder = await mkdtemp(join(tmpdir(), 'assay-baseline-'));
    try {
      const archive = join(folder, 'proto.tar');
      const packed = await run('git', ['archive', '--output', archive, baseline, 'proto']);
      if (!packed.ok) return skipped(`${baseline} has no proto folder to compare with`);
      await run('tar', ['-xf', archive, '-C', folder]);
      const { ok, output } = await run('npm', [
        'run',
        '--silent',
        'breaking',
        '-w',
        'proto',
        '--',
        join(folder, 'proto'),
      ]);
      return ok ? passed : failed(`Compared with ${baseline}:\n${output}`);
    } finally {
      await rm(folder, { recursive: true });
    }
  },
};

/** The last release before this commit, or the main branch of this clone if there is none. */
async function findBaseline(): Promise<string | undefined> {
  const tag = await run('git', ['describe', '--tags', '--abbrev=0', '--match', 'v*']);
  if (tag.ok) return tag.output;
  const main = await run('git', ['rev-parse', '--verify', '--quiet', 'refs/remotes/origin/main']);
  return main.ok ? 'origin/main' : undefined;
}
