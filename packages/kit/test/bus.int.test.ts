import { spawn, type ChildProcess } from 'node:child_process';
import { randomUUID } from 'node:crypto';
import { once as occurs } from 'node:events';
import { join } from 'node:path';
import { deadLetterTopic, openBus, type Bus, type BusMessage } from '@assay/kit/bus';
import { eventMigrations } from '@assay/kit/bus/migrations';
import { rows, sql, transaction } from '@assay/kit/db';
import { once } from '@assay/kit/inbox';
import { createLog } from '@assay/kit/log';
import { publish } from '@assay/kit/outbox';
import { startRelay } from '@assay/kit/relay';
import { terminateBackends, testDatabase, type TestDatabase } from '@assay/testkit/database';
import { until } from '@assay/testkit/until';
import { transports, type RunningTransport } from './transports.ts';

const log = createLog('test', 'silent');
const FETCH_MS = 300_000;
const OUTAGE_MS = 45_000;

const range = (count: number, from = 0) => Array.from({ length: count }, (_, i) => from + i);
const ids = (messages: BusMessage[]) => messages.map(({ id }) => id);

describe.each(transports)('the bus over $name', ({ name, missing, spreads, start }) => {
  if (missing) {
    test.skip(`${name} is not tested: ${missing}`, () => undefined);
    return;
  }

  let transport: RunningTransport;
  let service: TestDatabase;
  let topic: string;
  const open: { close(): Promise<void> }[] = [];

  beforeAll(async () => {
    transport = await start();
    service = await testDatabase({ folders: [eventMigrations] });
    await service.pool.query(`
      create table deliveries (event_id text not null);
      create table effects (nr bigint generated always as identity, event_id text not null, key text not null)`);
  }, FETCH_MS);
  afterAll(async () => {
    await service.drop();
    await transport.stop();
  });
  beforeEach(() => { topic = `assay.${randomUUID()}.v1`; });
  afterEach(async () => {
    await Promise.all(open.splice(0).map((each) => each.close()));
    await service.pool.query('truncate deliveries, effects, inbox, outbox');
  });

  const newBus = async (): Promise<Bus> => {
    const bus = await openBus(transport.settings, log);
    open.push(bus);
    return bus;
  };
  const message = (id: string, key = 'k'): BusMessage =>
    ({ topic, key, id, type: 'assay.test.v1.Happened', source: 'test', time: new Date(), value: Buffer.from(id) });
  const collect = async (bus: Bus, options: { group?: string; topics?: string[]; handle?: Bus['publish'] } = {}) => {
    const seen: BusMessage[] = [];
    const subscription = await bus.subscribe({
      group: options.group ?? randomUUID(), topics: options.topics ?? [topic],
      handle: async (received) => { seen.push(received); },
    });
    return { seen, subscription };
  };
  const effects = (): Promise<{ event_id: string; key: string }[]> => rows(service.pool, sql`select event_id, key from effects order by nr`);
  const applyOnce = ({ id, key }: BusMessage) =>
    once(service.pool, id, async (tx) => { await tx.query(sql`insert into effects (event_id, key) values (${id}, ${key})`); });
});
