import { oneByOne } from '@assay/work/queue/queued-work';
import { brokenOutcome } from '../../domain/generations/drafts-outcome.ts';
import { settleGeneration } from '../../store/generations/generations.ts';

/** Stores what a runner drafted for the request that waits for it. */
export const settleGenerations = oneByOne((tx, { id, result }) =>
  settleGeneration(
    tx,
    id,
    'output' in result ? result.output : Buffer.from(JSON.stringify(brokenOutcome(result.error))),
  ),
);
