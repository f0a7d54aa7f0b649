import { given } from '@assay/contract/given';
import type { Bus } from './bus.ts';
import { openPool } from '../postgres/db.ts';
import type { Logger } from '../log.ts';
import { postgresDeadLetters } from './dead-letters.ts';
import { migrateOnceReachable } from '../postgres/migrate.ts';
import { busMigrations } from './migrations.ts';
import { repeat, type BackgroundTask } from '../concurrency/background-task.ts';
import { consumeTopics } from './postgres-consumer.ts';
import { appendMessages, deleteOldMessages } from './postgres-log.ts';
import { listAbsentGroups, listLag } from './postgres-positions.ts';
import { keepSession } from '../postgres/session.ts';
import type { PostgresBusSettings } from './settings.ts';

const HOUR_MS = 3_600_000;
/** Each subscription keeps one of them; opened as they are needed. */
const MAX_CONNECTIONS = 32;

/** Opens the bus that is a log in Postgres, and keeps the log's tables up to date and free of old messages. */
export async function openPostgresBus({ url, retentionHours }: PostgresBusSettings, log: Logger): Promise<Bus> {
  const pool = openPool(url, log, { max: MAX_CONNECTIONS, applicationName: 'assay-bus' });
  const migration = await migrateOnceReachable(pool, [busMigrations], log).catch(async (error: unknown) => {
    await pool.end();
    throw error;
  });
  const retention = repeat('retention of bus messages', HOUR_MS, log, () => deleteOldMessages(pool, retentionHours));
  const subscriptions = new Set<BackgroundTask>();
  const publish: Bus['publish'] = (messages) => appendMessages(pool, messages);
  return {
    publish,
    subscribe: async ({ group, topics, handle, together }) => {
      const recipient = { group, handle, publish, log, ...given({ together }) };
      const subscription = keepSession(`group ${group}`, pool, log, (session) =>
        consumeTopics(session, topics, recipient),
      );
      subscriptions.add(subscription);
      return subscription;
    },
    lag: (group) => listLag(pool, group),
    absentGroups: () => listAbsentGroups(pool, retentionHours),
    deadLetters: (topics) => postgresDeadLetters(pool, topics),
    refusals: () => [],
    close: async () => {
      await Promise.all([migration, ...subscriptions, retention].map((standing) => standing.stop()));
      await pool.end();
    },
  };
}
