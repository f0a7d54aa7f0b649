/**
 * A consumer in a process of its own, to be killed by a test: notes each delivery, then applies it once. At the event
 * `hangAt` it stops in the middle of its transaction.
 */
import { openBus } from '@assay/kit/bus/open-bus';
import type { BusSettings } from '@assay/kit/bus/settings';
import { openPool, sql } from '@assay/kit/postgres/db';
import { once } from '@assay/kit/events/inbox';
import { createLog } from '@assay/kit/log';

interface Order {
  settings: BusSettings;
  databaseUrl: string;
  group: string;
  topic: string;
  hangAt?: string;
}

const { settings, databaseUrl, group, topic, hangAt } = JSON.parse(process.argv[2]!) as Order;
const log = createLog('consumer', 'silent');
const pool = openPool(databaseUrl, log);
const bus = await openBus(settings, log);

await bus.subscribe({
  group,
  topics: [topic],
  handle: async ({ id, key }) => {
    await pool.query(sql`insert into deliveries (event_id) values (${id})`);
    await once(pool, id, async (tx) => {
      await tx.query(sql`insert into effects (event_id, key) values (${id}, ${key})`);
      if (id === hangAt) await new Promise(() => undefined);
    });
  },
});
