import { repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Deps } from '../deps.ts';
import { abandonSilentRuns } from '../store/conformance/reported-runs.ts';

const WATCH_MS = 30_000;
/** A reported run fails after this long without a report, in milliseconds. */
const SILENCE_MS = 30 * 60_000;

/** Fails the conformance runs whose reporters are silent, so that every run ends. */
export const startReportedWatchdog = ({ pool, log }: Pick<Deps, 'pool' | 'log'>): BackgroundTask =>
  repeat('the watchdog of reported runs', WATCH_MS, log, async () => {
    const abandoned = await abandonSilentRuns(pool, SILENCE_MS);
    if (abandoned > 0) log.info({ abandoned }, 'conformance runs were abandoned by their reporters');
  });
