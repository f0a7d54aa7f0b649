import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { watchAudit } from '@assay/testkit/audit/watch-audit';
import { hashOfSecret, newSecret } from '@assay/kit/security/secret';
import { sql } from '@assay/kit/postgres/db';
import { linkTokenOf } from '../../src/domain/studies/link-token.ts';
import { waitUntil } from '@assay/testkit/until';
import { endIdleVisits } from '../../src/actions/visits/end-idle-visits.ts';
import { meshSecret, startTestEnvironments, type TestEnvironments } from '../support/start.ts';
import { Browser, storedConversation, storedMember, storedStudy } from './visit-fixture.ts';

let service: TestEnvironments;
beforeAll(async () => {
  service = await startTestEnvironments();
});
afterAll(() => service.stop());

const browser = () => new Browser(service);
/** Signs a person in with a browser. */
function signedIn(userId: string): Browser {
  const person = browser();
  person.sessionToken = newSecret();
  service.directory.people.set(hashOfSecret(person.sessionToken).toString('hex'), userId);
  return person;
}
const change = (text: string, ...values: unknown[]) => service.pool.query(text, values);

test('a person opens a link, consents, and visits the study', async () => {
  const { linkToken } = await storedStudy(service.pool);
  const visitor = browser();
  const study = { name: 'Travel desk', description: 'Ask about trips.' };
  expect(await visitor.open(linkToken)).toEqual({ study, isEnabled: true, hasConsented: false });
  expect(await visitor.messages(linkToken)).toBe('UNAUTHORIZED');
  expect(await visitor.begin(linkToken)).toEqual({ study, isEnabled: true, hasConsented: true });
  expect(await visitor.messages(linkToken)).toEqual({ items: [] });
  expect(await visitor.open(linkToken)).toMatchObject({ hasConsented: true });
});

test('a browser that begins twice goes on with its visit under a new token', async () => {
  const [one, other] = [await storedStudy(service.pool), await storedStudy(service.pool)];
  const [visitor, former] = [browser(), browser()];
  await visitor.begin(one.linkToken);
  former.token = visitor.token;
  await visitor.begin(one.linkToken);
  expect(await former.messages(one.linkToken)).toBe('UNAUTHORIZED');
  await visitor.begin(other.linkToken);
  expect(visitor.token.split('.')).toHaveLength(2);
  for (const { linkToken } of [one, other]) expect(await visitor.messages(linkToken)).toEqual({ items: [] });
  const { rows } = await service.pool.query<{ count: number }>(
    sql`select count(*)::int as count from visitors where study_id in (${one.studyId}, ${other.studyId})`,
  );
  expect(rows[0]!.count).toBe(2);
});

describe('a visit is over at once', () => {
  test.each<[string, (studyId: string, memberId: string) => Promise<unknown>]>([
    ['when the study is unpublished', (id) => change('update studies set unpublished_at = now() where id = $1', id)],
    ['when the study is deleted', (id) => change('delete from studies where id = $1', id)],
    ['when the link is rotated', (id) => change('update studies set link_version = 2 where id = $1', id)],
    [
      'when the study is narrowed',
      (id) => change(`update studies set mode = 'project_members', access_version = 2 where id = $1`, id),
    ],
    ['when the member is removed', (_, memberId) => change('delete from study_members where id = $1', memberId)],
  ])('%s', async (_, happens) => {
    const { studyId } = await storedStudy(service.pool, { mode: 'invited_only' });
    const { memberId, linkToken } = await storedMember(service.pool, studyId);
    const visitor = browser();
    await visitor.begin(linkToken);
    expect(await visitor.messages(linkToken)).toEqual({ items: [] });
    await happens(studyId, memberId);
    expect(await visitor.messages(linkToken)).toBe('UNAUTHORIZED');
    expect(await visitor.rate(linkToken, { rating: 'up' })).toBe('UNAUTHORIZED');
    expect(await visitor.end(linkToken)).toBe('UNAUTHORIZED');
    expect(await visitor.begin(linkToken)).toMatch(/NOT_FOUND|UNAUTHORIZED/);
  });

  test('while the organization switches user testing off', async () => {
    const { linkToken } = await storedStudy(service.pool);
    const visitor = browser();
    await visitor.begin(linkToken);
    service.directory.features = [];
    expect([await visitor.open(linkToken), await browser().begin(linkToken)]).toEqual(['NOT_FOUND', 'NOT_FOUND']);
    expect([await visitor.messages(linkToken), await visitor.send(linkToken, 'Hi')]).toEqual(
      Array.from({ length: 2 }, () => 'UNAUTHORIZED'),
    );
    service.directory.features = ['userTesting'];
    expect(await visitor.messages(linkToken)).toEqual({ items: [] });
  });

  test('when a member of the project loses the role, or signs out', async () => {
    const { linkToken } = await storedStudy(service.pool, { mode: 'project_members' });
    const [leaver, goer] = [signedIn('usr_leaver'), signedIn('usr_goer')];
    for (const person of [leaver, goer]) {
      await person.begin(linkToken);
      expect(await person.messages(linkToken)).toEqual({ items: [] });
    }
    service.directory.strangers.add('usr_leaver');
    expect(await leaver.messages(linkToken)).toBe('UNAUTHORIZED');
    expect(await leaver.open(linkToken)).toBe('NOT_FOUND');
    goer.sessionToken = '';
    expect(await goer.messages(linkToken)).toBe('UNAUTHORIZED');
    expect(await goer.open(linkToken)).toBe('UNAUTHORIZED');
  });
});

describe('a link lets no person in', () => {
  test.each([
    ['that is forged', () => 'x'.repeat(90)],
    ['of a study that does not exist', () => linkTokenOf(meshSecret, { kind: 'study', id: 'study_0', linkVersion: 1 })],
    ['of another version', (id: string) => linkTokenOf(meshSecret, { kind: 'study', id, linkVersion: 2 })],
    [
      'of a member that has the id of a study',
      (id: string) => linkTokenOf(meshSecret, { kind: 'member', id, linkVersion: 1 }),
    ],
  ])('%s', async (_, tokenOf) => {
    const { studyId } = await storedStudy(service.pool);
    expect(await browser().open(tokenOf(studyId))).toBe('NOT_FOUND');
    expect(await browser().begin(tokenOf(studyId))).toBe('NOT_FOUND');
  });

  test('of a study for invited people, when the person is not invited', async () => {
    const { studyId, linkToken } = await storedStudy(service.pool, { mode: 'invited_only' });
    service.directory.strangers.add('usr_stranger').add('usr_invited');
    expect(await browser().open(linkToken)).toBe('UNAUTHORIZED');
    expect(await signedIn('usr_stranger').open(linkToken)).toBe('NOT_FOUND');
    await storedMember(service.pool, studyId, 'usr_invited');
    expect(await signedIn('usr_invited').begin(linkToken)).toMatchObject({ hasConsented: true });
  });
});

test('a cookie that was not issued is no visit after the consent either', async () => {
  const { linkToken } = await storedStudy(service.pool);
  const [visitor, attacker] = [browser(), browser()];
  visitor.token = attacker.token = newSecret();
  expect(await visitor.begin(linkToken)).toMatchObject({ hasConsented: true });
  expect(visitor.token.split('.')[0]).not.toBe(attacker.token);
  expect(await attacker.messages(linkToken)).toBe('UNAUTHORIZED');
  expect(await attacker.open(linkToken)).toMatchObject({ hasConsented: false });
});

test('a browser keeps its newest eight visits', async () => {
  const studies = await Promise.all(Array.from({ length: 9 }, () => storedStudy(service.pool)));
  const visitor = browser();
  for (const { linkToken } of studies) await visitor.begin(linkToken);
  expect(await visitor.messages(studies[0]!.linkToken)).toBe('UNAUTHORIZED');
  for (const { linkToken } of studies.slice(1)) expect(await visitor.messages(linkToken)).toEqual({ items: [] });
});

test('visits are in the audit log, with the account of a person who signed in', async () => {
  const watched = await watchAudit(service.pool);
  const { studyId, linkToken } = await storedStudy(service.pool, { mode: 'project_members' });
  const visitor = signedIn('usr_audited');
  await visitor.begin(linkToken);
  await visitor.end(linkToken, true);
  const target = { projectId: 'prj_1', studyId, visitorId: expect.any(String) };
  const who = { organizationId: 'org_1', projectId: 'prj_1', userId: 'usr_audited', target };
  expect(await watched()).toMatchObject([
    { rpc: rpcOf(operations.beginVisit).path, ...who },
    { rpc: rpcOf(operations.endVisit).path, ...who },
  ]);
});

test("a visitor's cookie is worth nothing at the link of another study", async () => {
  const [one, other] = [await storedStudy(service.pool), await storedStudy(service.pool)];
  const [visitor, stranger] = [browser(), browser()];
  await visitor.begin(one.linkToken);
  stranger.token = newSecret();
  expect(await visitor.messages(other.linkToken)).toBe('UNAUTHORIZED');
  expect(await stranger.messages(one.linkToken)).toBe('UNAUTHORIZED');
});

test('another account in the same browser is another visitor', async () => {
  const { linkToken } = await storedStudy(service.pool, { mode: 'project_members' });
  const first = signedIn('usr_first');
  await first.begin(linkToken);
  const second = signedIn('usr_second');
  second.token = first.token;
  expect(await second.messages(linkToken)).toBe('UNAUTHORIZED');
  await second.begin(linkToken);
  expect(second.token).not.toBe(first.token);
  expect(await first.messages(linkToken)).toEqual({ items: [] });
});

const call = { id: 'call_1', name: 'get-sum', input: '{"a":1}' };
const messages = [
  { role: 'user', text: 'What is 1 and 2?' },
  { role: 'assistant', text: '', calls: [call], native: { secret: 'of the provider' } },
  { role: 'tool', call, text: '<script>alert(1)</script>', isError: false },
  { role: 'assistant', text: 'It is 3.', calls: [] },
];

test('a visitor reads the messages of the own conversation alone, by page', async () => {
  const { studyId, linkToken } = await storedStudy(service.pool);
  const visitor = browser();
  await visitor.begin(linkToken);
  const { turnId } = await storedConversation(service.pool, studyId, { messages });
  await visitor.rate(linkToken, { turnId, rating: 'up', comment: 'good' });
  const first = (await visitor.messages(linkToken, { limit: 3 })) as { items: object[]; nextCursor: string };
  const rest = (await visitor.messages(linkToken, { cursor: first.nextCursor })) as { items: object[] };
  const place = { turnId, promptIndex: 0 };
  expect([...first.items, ...rest.items]).toEqual([
    { ...place, index: 3, role: 'assistant', text: 'It is 3.', rating: 'up' },
    {
      ...place,
      index: 2,
      role: 'tool',
      text: '<script>alert(1)</script>',
      isError: false,
      call: { toolCallId: 'call_1', toolName: 'get-sum', input: { a: 1 } },
    },
    { ...place, index: 1, role: 'assistant', text: '', rating: 'up' },
    { ...place, index: 0, role: 'visitor', text: 'What is 1 and 2?' },
  ]);
  const stranger = browser();
  await stranger.begin(linkToken);
  expect(await stranger.messages(linkToken)).toEqual({ items: [] });
  expect(await stranger.rate(linkToken, { turnId, rating: 'down' })).toBe('NOT_FOUND');
});

test('a visitor who leaves keeps or erases what was said', async () => {
  const { studyId, linkToken } = await storedStudy(service.pool);
  const [keeper, eraser] = [browser(), browser()];
  await keeper.begin(linkToken);
  const kept = await storedConversation(service.pool, studyId, { messages, status: 'waiting' });
  await eraser.begin(linkToken);
  const erased = await storedConversation(service.pool, studyId, { messages });
  expect(await keeper.end(linkToken)).toEqual({ ended: true, erased: false });
  expect(await eraser.end(linkToken, true)).toEqual({ ended: true, erased: true });
  for (const visitor of [keeper, eraser]) expect(await visitor.messages(linkToken)).toBe('UNAUTHORIZED');
  const { rows } = await service.pool.query<object>(
    sql`
    select chat_sessions.id, end_reason, open_turn_id, turns.status from chat_sessions join turns on session_id = chat_sessions.id
    where chat_sessions.id in (${kept.sessionId}, ${erased.sessionId})`,
  );
  expect(rows).toEqual([{ id: kept.sessionId, end_reason: 'visitor', open_turn_id: null, status: 'cancelled' }]);
});

test('a conversation without activity for half an hour ends, unless its turn runs', async () => {
  const { studyId, linkToken } = await storedStudy(service.pool);
  const visitor = browser();
  await visitor.begin(linkToken);
  const [idle, waiting, running, recent] = [
    await storedConversation(service.pool, studyId, { minutesAgo: 31 }),
    await storedConversation(service.pool, studyId, { minutesAgo: 31, status: 'waiting' }),
    await storedConversation(service.pool, studyId, { minutesAgo: 31, status: 'running' }),
    await storedConversation(service.pool, studyId, { minutesAgo: 29 }),
  ];
  // A row that a measurement has locked is ended with the next look.
  const rows = await waitUntil(async () => {
    expect(await endIdleVisits(service.pool)).toBe(false);
    const { rows: ended } = await service.pool.query<{ id: string }>(
      sql`select id from chat_sessions where study_id = ${studyId} and end_reason = 'idle' order by id`,
    );
    return ended.length > 1 && ended;
  });
  expect(rows.map(({ id }) => id)).toEqual([idle, waiting].map(({ sessionId }) => sessionId));
  expect([running, recent].map(({ sessionId }) => sessionId)).not.toContain(rows[0]!.id);
  expect(await visitor.open(linkToken)).not.toHaveProperty('endReason');
});
