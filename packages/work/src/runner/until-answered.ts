import type { OutageLog } from '@assay/kit/outage-log';
import { retry } from '@assay/kit/concurrency/back-off';
import { isAway } from './platform-outage.ts';

const BACK_OFF = { firstMs: 100, longestMs: 5_000 };

/**
 * Asks a service of the platform again for as long as it cannot be reached or does not answer in time.
 * @throws any other error of the service, and the reason of `signal` once that aborts.
 */
export async function untilAnswered<T>(
  ask: () => Promise<T>,
  signal: AbortSignal,
  outage: Pick<OutageLog, 'began' | 'over'>,
): Promise<T> {
  signal.throwIfAborted();
  const answer = await retry(ask, {
    ...BACK_OFF,
    signal,
    again: (error) => {
      if (!isAway(error)) return false;
      outage.began(error);
      return true;
    },
  });
  outage.over();
  return answer;
}
