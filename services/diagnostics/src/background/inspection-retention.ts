import { repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Deps } from '../deps.ts';
import { deleteStaleInspections } from '../store/inspections/inspections.ts';

const INTERVAL_MS = 60_000;
/** Who waits shows it every second; this is longer than any pause of a process, in milliseconds. */
const UNSEEN_MS = 60_000;

/** Removes what replicas that ended in the middle have left behind. */
export const startInspectionRetention = ({ pool, log }: Pick<Deps, 'pool' | 'log'>): BackgroundTask =>
  repeat('retention of inspections', INTERVAL_MS, log, () => deleteStaleInspections(pool, UNSEEN_MS));
