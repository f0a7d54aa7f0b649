import { waitUntil } from '@assay/testkit/until';

/** The time within which a change of access holds everywhere, in milliseconds. */
export const BOUND_MS = 1_000;

/**
 * Whether a status shows a decision about access. On a stalled machine requests fail, or fetch gives up (0), which
 * shows nothing.
 */
export const isDecided = (status: number): boolean => status > 0 && status < 500;

/** Repeats a request until its status shows a decision about access. */
export const decidedStatus = (ask: () => Promise<number>): Promise<number> =>
  waitUntil(async () => {
    const status = await ask();
    return isDecided(status) && status;
  });

/** The same for the first request that begins after the bound; requests before it keep the caches warm. */
export const decidedStatusAfterBound = (changedAt: number, ask: () => Promise<number>): Promise<number> =>
  waitUntil(async () => {
    const startedAt = performance.now();
    const status = await ask();
    return startedAt > changedAt + BOUND_MS && isDecided(status) && status;
  });
