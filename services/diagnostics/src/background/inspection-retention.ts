import { repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Deps } from '../deps.ts';
import { deleteStaleInspections } from '../store/inspections/inspections.ts';

const INTERVAL_MS = 60_000;
/** A waiting request marks its inspection every second; this is longer than any pause of a process, in milliseconds. */
const UNSEEN_MS = 60_000;

/** Deletes inspections that a killed replica left behind. */
export const startInspectionRetention = ({ pool, log }: Pick<Deps, 'pool' | 'log'>): BackgroundTask =>
  repeat('retention of inspections', INTERVAL_MS, log, () => deleteStaleInspections(pool, UNSEEN_MS));
