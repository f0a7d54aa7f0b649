import { repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Deps } from '../deps.ts';
import { abandonSilentRuns } from '../store/conformance/reported-runs.ts';

const WATCH_MS = 30_000;
/** How long nothing may be heard of a run that is made elsewhere, in milliseconds. */
const SILENCE_MS = 30 * 60_000;

/** Fails the conformance runs whose reporters went silent, so that a run always ends. */
export const startReportedWatchdog = ({ pool, log }: Pick<Deps, 'pool' | 'log'>): BackgroundTask =>
  repeat('the watchdog of reported runs', WATCH_MS, log, async () => {
    const abandoned = await abandonSilentRuns(pool, SILENCE_MS);
    if (abandoned > 0) log.info({ abandoned }, 'conformance runs were abandoned by their reporters');
  });
