import { Blame, Outcome } from '@assay/mesh/gen/assay/v1/iterations';
import { IterationFailure } from '../../domain/iterations/iteration-failure.ts';
import type { IterationWork } from './iteration-work.ts';
import type { RunContext } from './run-context.ts';
import { unlessAborted } from '@assay/work/runner/unless-aborted';
import type { CassetteIndex } from '../../engine/tools/cassette-index.ts';
import type { ToolSource } from '../../reach/sessions/tool-source.ts';

/** The tools of an iteration: from its live servers, or from the cassette that its run replays. */
export async function iterationToolsOf(
  item: IterationWork,
  context: RunContext,
  live: ToolSource,
  signal: AbortSignal,
): Promise<ToolSource> {
  const { cassette, servers } = context.spec;
  if (!cassette || cassette.mode === 'record') return live;
  const index = await cassetteIndexOf(item, context, signal);
  // Loaded with the first run that replays.
  const { ReplayedTools } = await import('../../engine/tools/replayed-tools.ts');
  return new ReplayedTools({ cassette: index, servers, live: cassette.mode === 'replayWrites' ? live : undefined });
}

async function cassetteIndexOf(item: IterationWork, context: RunContext, signal: AbortSignal): Promise<CassetteIndex> {
  try {
    return await unlessAborted(context.cassette(item), signal);
  } catch (error) {
    throw new IterationFailure(error, Outcome.SETUP_FAILED, Blame.PLATFORM);
  }
}
