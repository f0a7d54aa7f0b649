import { repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Logger } from '@assay/kit/log';
import { outageIn, type OutageWords } from '@assay/kit/outage-log';
import { isUnavailable } from '@assay/kit/postgres/db';
import type { WorkProvider } from './work-service.ts';
import { MAX_ATTEMPTS, type AbandonedWork, type EndedWork, type HeldWork, type WorkSource } from './work-source.ts';

const WATCH_MS = 5_000;
/** How long one look may take to settle what it took over, in milliseconds; after that another look may. */
const SETTLE_MS = 60_000;
const UNSETTLED: OutageWords = { began: 'a lost item could not be settled', over: 'lost items are settled again' };

const NEVER_TAKEN = { code: 'QUEUE_TIMEOUT', message: 'No runner took the job.' };
const CANCELLED = { code: 'CANCELLED', message: 'The job was cancelled, and its runner did not report.' };
const ORPHANED = { code: 'RUNNER_LOST', message: 'The runner that it is for stopped.' };
const silenced = (attempts: number) => ({
  code: 'RUNNER_LOST',
  message:
    attempts === 1
      ? 'The runner stopped reporting while it worked on it.'
      : `${attempts} runners in a row stopped reporting while they worked on it.`,
});

/** Fails the items whose every runner went silent and the items that no runner takes, so that work always ends. */
export const startWorkWatchdog = (provider: WorkProvider, log: Logger): BackgroundTask =>
  repeat('the watchdog of work', WATCH_MS, log, () => watchWork(provider, log));

/** One look; safe to repeat and to run in several replicas at once. */
export async function watchWork(
  { sources, wakeUp }: Pick<WorkProvider, 'sources' | 'wakeUp'>,
  log: Logger,
): Promise<void> {
  for (const source of sources) {
    const lost = await source.takeOverAbandoned(SETTLE_MS);
    if (lost.length === 0) continue;
    if (await settleLost(source, lost, log)) outageIn(log, UNSETTLED).over();
    wakeUp.wake();
  }
}

/** An item that cannot be settled keeps no other from its end. Answers whether all were settled together. */
async function settleLost(source: WorkSource, lost: AbandonedWork[], log: Logger): Promise<boolean> {
  try {
    await source.settle(lost.map(endOfLost), {});
    return true;
  } catch (error) {
    if (isUnavailable(error)) throw error;
    if (lost.length > 1) for (const each of lost) await settleLost(source, [each], log);
    else outageIn(log, UNSETTLED).began(error, { workId: lost[0]!.id });
    return false;
  }
}

const endOfLost = ({ id, fence, kind, ...lost }: AbandonedWork): EndedWork => ({
  hold: { id, fence },
  kind,
  result: { error: whyLost(lost) },
});

function whyLost({
  attempts,
  maxAttempts = MAX_ATTEMPTS,
  isCancelled,
  isOrphaned,
}: Omit<AbandonedWork, keyof HeldWork>) {
  if (isCancelled) return CANCELLED;
  if (attempts >= maxAttempts) return silenced(maxAttempts);
  return isOrphaned ? ORPHANED : NEVER_TAKEN;
}
