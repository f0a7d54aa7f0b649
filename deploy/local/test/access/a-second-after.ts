import { waitUntil } from '@assay/testkit/until';

/** Within this a change of access holds everywhere, in milliseconds. */
export const BOUND_MS = 1_000;

/** Whether a status says what its caller may do. A machine that stalls makes requests fail, or fetch give up (0), and that says nothing. */
export const isSaid = (status: number): boolean => status > 0 && status < 500;

/** The first status that says something of a request which is sent again and again. */
export const said = (ask: () => Promise<number>): Promise<number> =>
  waitUntil(async () => {
    const status = await ask();
    return isSaid(status) && status;
  });

/** The same of the first request that begins when the bound is over; the ones before keep the answers to it warm. */
export const saidASecondAfter = (changedAt: number, ask: () => Promise<number>): Promise<number> =>
  waitUntil(async () => {
    const startedAt = performance.now();
    const status = await ask();
    return startedAt > changedAt + BOUND_MS && isSaid(status) && status;
  });
