import { repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Deps } from '../deps.ts';
import { deleteOldToolCalls } from '../store/tool-calls/tool-calls.ts';

const INTERVAL_MS = 60 * 60_000;
const KEPT_DAYS = 30;

/** Deletes the tool calls of people after 30 days. */
export const startToolCallRetention = ({ pool, log }: Pick<Deps, 'pool' | 'log'>): BackgroundTask =>
  repeat('retention of tool calls', INTERVAL_MS, log, () => deleteOldToolCalls(pool, KEPT_DAYS));
