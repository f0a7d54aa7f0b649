import { deadLetterTopic } from '@assay/kit/bus/bus';
import { deliverEvent } from '@assay/kit/bus/deliver';
import { postgresDeadLetters } from '@assay/kit/bus/dead-letters';
import { busMigrations } from '@assay/kit/bus/migrations';
import { appendMessages, appendToTopic, listMessages, deleteOldMessages } from '@assay/kit/bus/postgres-log';
import { findOrInsertPosition, listAbsentGroups, listLag, replacePosition } from '@assay/kit/bus/postgres-positions';
import { rows, sql, transaction } from '@assay/kit/postgres/db';
import { testDatabase, type TestDatabase } from '@assay/testkit/database/database';
import { waitUntil } from '@assay/testkit/until';
import { log, message, range } from './harness.ts';

let database: TestDatabase;
beforeAll(async () => {
  database = await testDatabase({ folders: [busMigrations] });
});
afterAll(() => database.drop());

const idsAfter = async (topic: string, position: string) =>
  (await listMessages(database.pool, topic, position, 1_000)).map(({ message: { id } }) => id);

test('a reader that follows many publishers at once skips nothing', async () => {
  const [publishers, rounds] = [6, 40];
  const published = Promise.all(
    range(publishers).map(async (publisher) => {
      for (const round of range(rounds))
        await appendMessages(database.pool, [message('busy', `${publisher}-${round}`), message('other', 'x')]);
    }),
  );
  const seen: string[] = [];
  let position = '0';
  await waitUntil(async () => {
    for (const {
      position: at,
      message: { id },
    } of await listMessages(database.pool, 'busy', position, 7)) {
      expect(BigInt(at)).toBe(BigInt(position) + 1n);
      position = at;
      seen.push(id);
    }
    return seen.length >= publishers * rounds;
  });
  await published;
  for (const publisher of range(publishers)) {
    expect(seen.filter((id) => id.startsWith(`${publisher}-`))).toEqual(
      range(rounds).map((round) => `${publisher}-${round}`),
    );
  }
});

test('a publisher that has not committed holds the later ones back, so that no reader misses it', async () => {
  const blocked = async () =>
    (
      await rows(
        database.pool,
        sql`
    select from pg_stat_activity where datname = current_database() and wait_event_type = 'Lock'`,
      )
    ).length === 1;
  const later = await transaction(database.pool, async (tx) => {
    await appendToTopic(tx, 'held', [message('held', 'first')]);
    const second = appendMessages(database.pool, [message('held', 'second')]);
    await waitUntil(blocked);
    expect(await idsAfter('held', '0')).toEqual([]);
    return { second };
  });
  await later.second;
  expect(await idsAfter('held', '0')).toEqual(['first', 'second']);
});

test('a message is deleted when it is old and every group has read it, not before', async () => {
  await appendMessages(
    database.pool,
    range(4).map((nr) => message('old', `e${nr}`)),
  );
  await appendMessages(database.pool, [message('unread', 'e0')]);
  await database.pool.query(
    `update messages set published_at = now() - interval '25 hours' where topic in ('old', 'unread') and event_id <> 'e3'`,
  );
  const [quick, slow] = [
    await findOrInsertPosition(database.pool, 'quick', 'old'),
    await findOrInsertPosition(database.pool, 'slow', 'old'),
  ];
  await replacePosition(database.pool, quick.id, '4');
  await replacePosition(database.pool, slow.id, '2');

  await deleteOldMessages(database.pool, 26);
  expect(await idsAfter('old', '0')).toEqual(['e0', 'e1', 'e2', 'e3']);
  await deleteOldMessages(database.pool, 24);
  expect(await idsAfter('old', '0')).toEqual(['e2', 'e3']);
  expect(await idsAfter('unread', '0')).toEqual([]);
  await replacePosition(database.pool, slow.id, '4');
  await deleteOldMessages(database.pool, 24);
  expect(await idsAfter('old', '0')).toEqual(['e3']);
});

test('the lag of a new group counts kept messages, not deleted ones', async () => {
  expect((await findOrInsertPosition(database.pool, 'late', 'old')).position).toBe('3');
  await findOrInsertPosition(database.pool, 'late', 'unread');
  await findOrInsertPosition(database.pool, 'late', 'silent');
  expect(await listLag(database.pool, 'late')).toEqual({ old: 1, unread: 0, silent: 0 });
});

test('a topic keeps counting when all of its messages were deleted', async () => {
  await appendMessages(database.pool, [message('unread', 'e1')]);
  expect(await rows(database.pool, sql`select position from messages where topic = 'unread'`)).toEqual([
    { position: '2' },
  ]);
  expect(await listLag(database.pool, 'late')).toMatchObject({ unread: 1 });
});

test('a group without a consumer holds no message back and shows up with its lag', async () => {
  await appendMessages(
    database.pool,
    range(3).map((nr) => message('left', `e${nr}`)),
  );
  await database.pool.query(`update messages set published_at = now() - interval '25 hours' where topic = 'left'`);
  const alive = await findOrInsertPosition(database.pool, 'alive', 'left');
  await replacePosition(database.pool, alive.id, '3');
  const dead = await findOrInsertPosition(database.pool, 'dead', 'left');
  await deleteOldMessages(database.pool, 24);
  expect(await idsAfter('left', '0')).toEqual(['e0', 'e1', 'e2']);

  await database.pool.query(sql`update positions set seen_at = now() - interval '25 hours' where id = ${dead.id}`);
  await deleteOldMessages(database.pool, 24);
  expect(await idsAfter('left', '0')).toEqual([]);
  expect(await listAbsentGroups(database.pool, 24)).toEqual([{ group: 'dead', topic: 'left', messages: 3 }]);
  await findOrInsertPosition(database.pool, 'dead', 'left');
  expect(await listAbsentGroups(database.pool, 24)).toEqual([]);
});

test('dead letters are listed with their cause, and replayed once on their topic', async () => {
  const deadLetter = (id: string, group: string) =>
    deliverEvent(
      { message: message('alive', id), position: '1' },
      {
        group,
        log,
        publish: (messages) => appendMessages(database.pool, messages),
        handle: () => Promise.reject(new Error('cannot be handled')),
      },
      new AbortController().signal,
    );
  await Promise.all([deadLetter('a', 'runs'), deadLetter('a', 'suites'), deadLetter('b', 'runs')]);
  const letters = postgresDeadLetters(database.pool, ['alive']);
  const listed = await letters.list(10);
  expect(listed.map(({ eventId, group }) => `${eventId} ${group}`).sort()).toEqual(['a runs', 'a suites', 'b runs']);
  expect(listed[0]).toMatchObject({ topic: 'alive', type: 'assay.test.v1.Happened', error: 'cannot be handled' });

  expect(await letters.replay('a', 10)).toBe(2);
  expect(await idsAfter('alive', '0')).toEqual(['a']);
  expect(await letters.replay(undefined, 10)).toBe(1);
  expect(await idsAfter('alive', '0')).toEqual(['a', 'b']);
  expect(await letters.list(10)).toEqual([]);
});

test('a dead letter is found by its event, and dropped without another effect', async () => {
  const topic = 'dropped';
  const letters = postgresDeadLetters(database.pool, [topic]);
  const dead = {
    ...message(deadLetterTopic(topic), 'c'),
    extensions: { deadlettertopic: topic, deadlettergroup: 'runs' },
  };
  await appendMessages(database.pool, [dead]);
  expect([await letters.count(), await letters.find('c'), await letters.find('d')]).toEqual([
    1,
    expect.objectContaining({ eventId: 'c', topic, group: 'runs' }),
    undefined,
  ]);
  expect([await letters.drop('c'), await letters.drop('c'), await letters.count()]).toEqual([1, 0, 0]);
  expect(await idsAfter(topic, '0')).toEqual([]);
});
