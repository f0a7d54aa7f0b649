import { repeat, type BackgroundTask } from '@assay/kit/concurrency/background-task';
import type { Deps } from '../deps.ts';
import { deleteOldConnections } from '../store/server-connections/connections.ts';

const INTERVAL_MS = 60_000;
const INTERRUPTED = {
  code: 'INTERNAL_ERROR',
  message: 'The platform was interrupted while it worked on this connection.',
  retryable: true,
};

/** Ends the connections that a killed process left unfinished. */
export const startConnectionRetention = ({ pool, log }: Pick<Deps, 'pool' | 'log'>): BackgroundTask =>
  repeat('retention of connections', INTERVAL_MS, log, () => deleteOldConnections(pool, INTERRUPTED));
