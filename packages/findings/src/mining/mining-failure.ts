import { fragment } from '@assay/kit/postgres/db';
import type { SeriesWindow } from '../series-window.ts';

/** A window that could not be mined; its next try is noted. */
export class WindowMiningError extends Error {
  override name = 'WindowMiningError';
  readonly seriesId: string;
  readonly windowId: string;

  constructor({ seriesId, windowId }: SeriesWindow, cause: unknown) {
    super(`The window ${windowId} could not be mined.`, { cause });
    this.seriesId = seriesId;
    this.windowId = windowId;
  }
}

/** Leaves a window alone after its mining failed: for 10 seconds, then twice as long each time, an hour at most. */
export const failedMining = fragment(`mining_failures = mining_failures + 1,
  mine_after = now() + least(interval '10 seconds' * (2 ^ least(mining_failures, 10)), interval '1 hour')`);
