import { rows, sql, type Db } from '../postgres/db.ts';
import { observe } from '../telemetry/metric.ts';
import { outboxAge, outboxPending } from './metrics.ts';

/** Reports how many events of the service `source` wait in its outbox, and for how long. */
export const observeOutbox = (db: Db, source: string): { stop(): void } =>
  observe([outboxPending, outboxAge], async (give) => {
    const [found] = await rows<{ pending: number; age: number }>(
      db,
      sql`select count(*)::int as pending, coalesce(extract(epoch from now() - min(created_at)), 0)::float8 as age from outbox`,
    );
    give(outboxPending, found!.pending, { source });
    give(outboxAge, found!.age, { source });
  });
