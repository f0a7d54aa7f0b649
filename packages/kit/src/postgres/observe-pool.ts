import type { Pool, PoolClient } from 'pg';
import { isMeasured, observe } from '../telemetry/metric.ts';
import { connectionCount, connectionMax, connectionPending, connectionWait } from './metrics.ts';

type Taken = (error: Error | undefined, client: PoolClient | undefined, release: (error?: unknown) => void) => void;

/** Reports the connections of a pool, and the waits for them, until the pool ends. Without a metrics SDK the pool is left as it is. */
export function observePool(pool: Pool, name: string): void {
  if (!isMeasured()) return;
  const labels = { 'db.client.connection.pool.name': name };
  const { stop } = observe([connectionCount, connectionMax, connectionPending], (give) => {
    const { totalCount, idleCount, waitingCount, options } = pool;
    give(connectionCount, idleCount, { ...labels, 'db.client.connection.state': 'idle' });
    give(connectionCount, totalCount - idleCount, { ...labels, 'db.client.connection.state': 'used' });
    give(connectionMax, options.max, labels);
    give(connectionPending, waitingCount, labels);
  });
  const connect = pool.connect.bind(pool) as (taken: Taken) => void;
  const timed = (taken: Taken): void => {
    const startedAt = performance.now();
    connect((...given) => {
      connectionWait.record((performance.now() - startedAt) / 1e3, labels);
      taken(...given);
    });
  };
  // pg's own `query` takes a connection by the same method.
  pool.connect = ((taken?: Taken) =>
    taken
      ? timed(taken)
      : new Promise<PoolClient>((resolve, reject) =>
          timed((error, client) => (error ? reject(error) : resolve(client!))),
        )) as Pool['connect'];
  const end = pool.end.bind(pool);
  pool.end = () => {
    stop();
    return end();
  };
}
