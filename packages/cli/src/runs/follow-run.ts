import type { EvalRun } from '@assay/sdk';
import { CommandFailure } from '../command-failure.ts';
import type { CommandContext } from '../command-context.ts';
import { RunProgress } from './run-progress.ts';
import { waitForRun, type EventWatcher, type RunningRun } from './wait-for-run.ts';

/**
 * Waits for the end of a run with its progress on standard error. A wait that ends before the run tells how to wait
 * again. `also` is told the events, too. Returns undefined after Ctrl-C; throws CommandFailure when the platform refuses or stays away.
 */
export async function followRun(
  context: CommandContext,
  run: RunningRun,
  also?: EventWatcher,
): Promise<EvalRun | undefined> {
  const progress = new RunProgress(context, { run, also });
  try {
    return await waitForRun(context, await context.platform(), run.id, progress);
  } catch (error) {
    progress.clear();
    if (!context.interrupted.aborted) throw await withHint(error, context, waitAgain(run.id));
    const { done, total } = progress.counts ?? {};
    const counted = total === undefined ? '' : `: ${done} of ${total} trials done`;
    context.terminal.err(`Stopped waiting. Run ${run.runNumber} continues${counted}.\n  ${waitAgain(run.id)}\n`);
    return undefined;
  } finally {
    progress.clear();
  }
}

/** The commands for a run whose wait ended. */
export const waitAgain = (runId: string): string =>
  `Wait again:  assay run watch ${runId}     End it:  assay run cancel ${runId}`;

/** The failure of a wait in words, with the command that waits again. */
async function withHint(error: unknown, context: CommandContext, hint: string): Promise<unknown> {
  const { explainFailure } = await import('../platform/explain-failure.ts');
  const told = explainFailure(error, await context.platform());
  if (!(told instanceof CommandFailure)) return told;
  return new CommandFailure(told.exitCode, told.message, [...told.hints, hint], told);
}
