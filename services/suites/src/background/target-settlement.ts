import { inBatches, repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Logger } from '@assay/kit/log';
import type { Deps } from '../deps.ts';
import { settleUnsettledChanges } from '../flows/suites/attach-targets.ts';

/** How often unsettled changes are looked for, and how long a change may take, in milliseconds. */
const [LOOK_MS, SETTLED_WITHIN_MS] = [60_000, 120_000];
const BATCH = 100;

/** Settles the reservations of changes whose process died, or that could not be settled at once. */
export const startTargetSettlement = (deps: Pick<Deps, 'environments' | 'pool'>, log: Logger): BackgroundTask =>
  repeat('the settlement of targets', LOOK_MS, log, (signal) =>
    inBatches(signal, async () => (await settleUnsettledChanges(deps, SETTLED_WITHIN_MS, BATCH)) === BATCH),
  );
