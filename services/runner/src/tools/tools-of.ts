import { Blame, Outcome } from '@assay/contract/gen/assay/v1/iterations';
import { IterationFailure } from '../iterations/failure.ts';
import type { IterationWork } from '../iterations/iteration-work.ts';
import type { RunContext } from '../iterations/run-context.ts';
import { unlessAborted } from '@assay/work/runner/unless-aborted';
import type { Tape } from './tape.ts';
import type { Tools } from './tools.ts';

/** The tools of an iteration: from its live servers, or from the recording that its run replays. */
export async function toolsOf(
  item: IterationWork,
  context: RunContext,
  live: Tools,
  signal: AbortSignal,
): Promise<Tools> {
  const { cassette, servers } = context.spec;
  if (!cassette || cassette.mode === 'record') return live;
  const tape = await tapeOf(item, context, signal);
  // Loaded with the first run that replays.
  const { ReplayedTools } = await import('./replayed-tools.ts');
  return new ReplayedTools({ tape, servers, live: cassette.mode === 'replayWrites' ? live : undefined });
}

async function tapeOf(item: IterationWork, context: RunContext, signal: AbortSignal): Promise<Tape> {
  try {
    return await unlessAborted(context.tape(item), signal);
  } catch (error) {
    throw new IterationFailure(error, Outcome.SETUP_FAILED, Blame.PLATFORM);
  }
}
