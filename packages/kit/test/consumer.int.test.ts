import { messageOf } from '@assay/testkit/message-of';
import { MemberRemoved, RunFinished } from '@assay/mesh/events';
import { eventMigrations } from '@assay/kit/bus/migrations';
import { dispatchEvent, on, onTogether } from '@assay/kit/events/consumer';
import { publish } from '@assay/kit/events/outbox';
import { rows, sql, transaction, type Tx } from '@assay/kit/postgres/db';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { eventMessage } from '@assay/testkit/events/event-message';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ folders: [eventMigrations] });
  await database.pool.query('create table effects (name text, run_id text)');
});
afterAll(() => database.drop());

const note =
  (name: string) =>
  async (tx: Tx, { runId }: RunFinished): Promise<void> => {
    await tx.query(sql`insert into effects values (${name}, ${runId})`);
  };
const effectsOf = async (runId: string) =>
  (
    await rows<{ name: string }>(database.pool, sql`select name from effects where run_id = ${runId} order by name`)
  ).map(({ name }) => name);

test('the topics of a service follow from its consumers', () => {
  const { topics } = dispatchEvent(database.pool, [
    on(RunFinished, note('a')),
    on(RunFinished, note('b')),
    on(MemberRemoved, async () => undefined),
  ]);
  expect(topics).toEqual([RunFinished.topic, MemberRemoved.topic]);
});

test('an event that no consumer asked for is dropped', async () => {
  await dispatchEvent(database.pool, [on(RunFinished, note('a'))]).handle(
    eventMessage(MemberRemoved, { userId: 'usr' }),
  );
  expect(await effectsOf('')).toEqual([]);
});

test('two consumers of one event each take effect once, also when the second fails at first', async () => {
  let fails = true;
  const { handle } = dispatchEvent(database.pool, [
    on(RunFinished, note('first')),
    on(RunFinished, async (tx, event) => {
      await note('second')(tx, event);
      if (fails) throw new Error('half way');
    }),
  ]);
  const message = eventMessage(RunFinished, { runId: 'two' });
  await expect(handle(message)).rejects.toThrow('half way');
  expect(await effectsOf('two')).toEqual(['first']);
  fails = false;
  await handle(message);
  await handle(message);
  expect(await effectsOf('two')).toEqual(['first', 'second']);
});

describe('a consumer with two phases', () => {
  test('prepares outside of any transaction and is repeated until its receipt is stored', async () => {
    let prepared = 0;
    let fails = true;
    const { handle } = dispatchEvent(database.pool, [
      on(RunFinished, {
        prepare: async ({ runId }) => {
          const open = await rows(
            database.pool,
            sql`select from pg_stat_activity where datname = current_database() and state = 'idle in transaction'`,
          );
          expect(open).toEqual([]);
          prepared++;
          return `prepared ${runId}`;
        },
        apply: async (tx, event, answer) => {
          await note(answer)(tx, event);
          if (fails) throw new Error('half way');
        },
      }),
    ]);
    const message = eventMessage(RunFinished, { runId: 'phases' });
    await expect(handle(message)).rejects.toThrow('half way');
    expect(await effectsOf('phases')).toEqual([]);
    fails = false;
    await handle(message);
    await handle(message);
    expect([prepared, await effectsOf('phases')]).toEqual([2, ['prepared phases']]);
  });

  test('applies once when it is delivered twice at once', async () => {
    const { promise: both, resolve } = Promise.withResolvers<void>();
    let waiting = 0;
    const { handle } = dispatchEvent(database.pool, [
      on(RunFinished, {
        prepare: async () => {
          if (++waiting === 2) resolve();
          await both;
        },
        apply: note('once'),
      }),
    ]);
    const message = eventMessage(RunFinished, { runId: 'at once' });
    await Promise.all([handle(message), handle(message)]);
    expect(await effectsOf('at once')).toEqual(['once']);
  });
});

describe('a consumer of events that arrive together', () => {
  const sizes: number[] = [];
  const consumer = onTogether(RunFinished, async (tx, events) => {
    sizes.push(events.length);
    for (const event of events) await note('together')(tx, event);
    if (events.some(({ runId }) => runId === 'bad')) throw new Error('half way');
  });
  const messagesOf = (...runIds: string[]) => runIds.map((runId) => eventMessage(RunFinished, { runId }));

  test('applies them in one transaction, each once and in order', async () => {
    const { together, handle } = dispatchEvent(database.pool, [consumer]);
    expect([...together!.types]).toEqual([RunFinished.type]);
    const [first, second, third] = messagesOf('t1', 't2', 't3');
    await handle(second!);
    await together!.handle([first!, second!, third!, first!]);
    await together!.handle([third!, first!]);
    expect(sizes).toEqual([1, 2]);
    const stored = await rows<{ runId: string; apart: boolean }>(
      database.pool,
      sql`select run_id, xmin <> (select xmin from effects where run_id = 't1') as apart from effects where name = 'together' order by ctid`,
    );
    expect(stored).toEqual([
      { runId: 't2', apart: true },
      { runId: 't1', apart: false },
      { runId: 't3', apart: false },
    ]);
  });

  test('applies none of them when one fails, and leaves no receipt', async () => {
    const { together, handle } = dispatchEvent(database.pool, [consumer]);
    const messages = messagesOf('t4', 'bad', 't5');
    await expect(together!.handle(messages)).rejects.toThrow('half way');
    expect(await effectsOf('t4')).toEqual([]);
    for (const message of messages) await handle(message).catch(() => undefined);
    expect(await Promise.all(['t4', 'bad', 't5'].map(effectsOf))).toEqual([['together'], [], ['together']]);
  });

  test('gets events one by one when another consumer wants them, too', () => {
    expect([...dispatchEvent(database.pool, [consumer, on(RunFinished, note('b'))]).together!.types]).toEqual([]);
  });
});

test('a published event has the topic, key and type of its entry, and an id by its rule', async () => {
  const finished = messageOf(RunFinished.codec, { runId: 'run_1' });
  const removed = messageOf(MemberRemoved.codec, { userId: 'usr_1' });
  await transaction(database.pool, async (tx) => {
    await publish(tx, RunFinished, finished);
    await publish(tx, MemberRemoved, removed, removed);
    await publish(tx, MemberRemoved);
  });
  const told = await rows<{ eventId: string }>(
    database.pool,
    sql`select topic, key, event_id, type from outbox order by id`,
  );
  expect(told).toEqual([
    { topic: RunFinished.topic, key: 'run_1', eventId: 'run_1.RunFinished', type: RunFinished.type },
    { topic: MemberRemoved.topic, key: 'usr_1', eventId: expect.stringMatching(/^evt_/), type: MemberRemoved.type },
    { topic: MemberRemoved.topic, key: 'usr_1', eventId: expect.stringMatching(/^evt_/), type: MemberRemoved.type },
  ]);
  expect(new Set(told.map(({ eventId }) => eventId)).size).toBe(3);
});
