import type { CommandContext } from '../../command-context.ts';
import { keepLastTest } from '../../last-test/last-test.ts';
import { readTrials } from '../../last-test/read-trials.ts';
import type { RunReport } from '../../reporters/run-report.ts';
import type { LocalAssay } from './local-assay.ts';

/** Keeps a few traces of the runs on this machine, for `assay trace last`; the command that shows them, where they are kept. */
export async function keepTraces(
  { env }: CommandContext,
  local: LocalAssay,
  runs: readonly RunReport[],
): Promise<RunReport['next']> {
  const isKept = await keepLastTest(env, await readTrials(local, runs), Date.now());
  return isKept ? [{ label: 'Traces', command: 'assay trace last' }] : [];
}
