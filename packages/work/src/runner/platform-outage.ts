import { Problem } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';
import { OutageLog, sharedOutage, type OutageWords } from '@assay/kit/outage-log';

/** A Problem that will pass by itself has a retry time: a service or its database is starting or restarting. */
export const isAway = (error: unknown): boolean =>
  error instanceof Problem && (error.code === 'TIMEOUT' || error.retryAfter !== undefined);

/** The outage of the platform for all calls of a runner; any call that is answered ends it. */
export const platformOutage = (log: Logger): OutageLog =>
  sharedOutage(log, {
    began: 'the platform cannot be reached',
    over: 'the platform can be reached again',
    // Longer than a call that times out and the pause after it: other services answer meanwhile.
    quietMs: 45_000,
  });

/** The outages that a call may meet: the platform's, and one of its own for errors that the platform answers. */
export function callOutage(log: Logger, words: OutageWords): Pick<OutageLog, 'began' | 'over'> {
  const [platform, own] = [platformOutage(log), new OutageLog(log, words)];
  return {
    began: (error) => (isAway(error) ? platform : own).began(error),
    over: () => {
      platform.over();
      own.over();
    },
  };
}
