import { createHash } from 'node:crypto';
import type { Role } from '@assay/contract/access';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { newId } from '@assay/kit/id';
import { auditedChanges } from '@assay/testkit/audit/audited-changes';
import { deleteExpiredCredentials } from '../../src/background/credential-retention.ts';
import { startPeople, type TestPeople } from '../support/people.ts';

let fixture: TestPeople;
beforeAll(async () => {
  fixture = await startPeople();
});
afterAll(() => fixture.stop());

const next = 'another horse and staple';
const make = async (userId: string, caller: Caller = fixture.adaInPerson) => {
  const body = (
    await fixture.ask(operations.createPasswordReset, { organizationId: fixture.organizationId, userId }, {}, caller)
  ).body() as { userId: string; url: string; expiresAt: number };
  return { ...body, token: new URL(body.url).pathname.split('/').at(-1)! };
};
const reset = async (token: string, password = next) =>
  (await fixture.ask(operations.resetPassword, { token }, { password })).body();
const entersWith = (email: string, password?: string) =>
  fixture.enter(email, password).then(
    () => true,
    () => false,
  );
const sql = (text: string, ...values: unknown[]) => fixture.pool.query(text, values);
const elsewhere = async (userId: string, role: Role = 'viewer') => {
  const id = newId('org');
  await sql("insert into organizations (id, name) values ($1, 'Elsewhere')", id);
  await sql('insert into memberships (organization_id, user_id, role) values ($1, $2, $3)', id, userId, role);
  return id;
};

describe('a password reset', () => {
  test('is shown once, stored as a hash, and valid for a day', async () => {
    const { userId } = await fixture.person('member');
    const { url, token, expiresAt, userId: of } = await make(userId);
    expect(url).toMatch(/^http:\/\/assay\.test\/auth\/password-resets\/[\w-]{43}$/);
    expect([of, Math.round((expiresAt - Date.now()) / 3_600_000)]).toEqual([userId, 24]);
    const {
      rows: [{ hash, text }],
    } = await sql(
      "select hash, password_resets::text || (select string_agg(convert_from(value, 'LATIN1'), '') from outbox) as text from password_resets where user_id = $1",
      userId,
    );
    expect(hash).toEqual(createHash('sha256').update(token).digest());
    expect(text).not.toContain(token);
    expect(await fixture.audited(userId)).toContain('CreatePasswordReset done');
  });

  test('sets the password once, ends every session, and signs in no session', async () => {
    const { userId, email } = await fixture.person('member');
    const { token } = await make(userId);
    const { headers, body } = await fixture.ask(operations.resetPassword, { token }, { password: next });
    expect([body(), headers['Set-Cookie']]).toEqual([{ reset: true, endedSessions: 1 }, undefined]);
    expect([await entersWith(email), await entersWith(email, next)]).toEqual([false, true]);
    await expect(reset(token, 'a third one, just as long')).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await fixture.audited(userId)).toContain('ResetPassword done');
  });

  test('is used once by two concurrent attempts', async () => {
    const { userId } = await fixture.person('member');
    const { token } = await make(userId);
    const tried = await Promise.allSettled([reset(token), reset(token, 'a third one, just as long')]);
    expect(tried.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
  });

  test('is replaced by another one', async () => {
    const { userId } = await fixture.person('member');
    const [first, second] = [await make(userId), await make(userId)];
    await expect(reset(first.token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await reset(second.token)).toMatchObject({ reset: true });
  });

  test('is refused and deleted when it is too old', async () => {
    const { userId } = await fixture.person('member');
    const { token } = await make(userId);
    await sql(`update password_resets set expires_at = now() - interval '1 s' where user_id = $1`, userId);
    await expect(reset(token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await deleteExpiredCredentials(fixture.pool, new AbortController().signal);
    expect((await sql('select from password_resets where user_id = $1', userId)).rowCount).toBe(0);
  });

  test.each<[string, string]>([
    ['short', '/password'],
    ['', '/password'],
  ])('is not consumed by the password "%s"', async (password, path) => {
    const { userId } = await fixture.person('member');
    const { token } = await make(userId);
    await expect(reset(token, password)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    });
    expect(await reset(token)).toMatchObject({ reset: true });
  });

  test('ends when its maker changes their own password', async () => {
    const [maker, { userId }] = [await fixture.person('owner'), await fixture.person('member')];
    const { token } = await make(userId, maker.caller);
    await fixture.ask(operations.changePassword, {}, { current: 'correct horse battery staple', next }, maker.caller);
    await expect(reset(token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is audited in every organization of the person, with its maker', async () => {
    const [maker, { userId }] = [await fixture.person('owner'), await fixture.person('member')];
    const other = await elsewhere(userId);
    await sql("insert into memberships (organization_id, user_id, role) values ($1, $2, 'owner')", other, maker.userId);
    await reset((await make(userId, maker.caller)).token);
    const told = (await auditedChanges(fixture.pool)).filter(
      ({ organizationId, target }) => organizationId === other && target.userId === userId,
    );
    expect(told.map(({ operation, userId: by, after }) => [operation, by, after])).toEqual([
      ['CreatePasswordReset', maker.userId, { expiresAt: expect.any(Number) }],
      ['ResetPassword', '', { sessionsEnded: 1, grantsEnded: 0, madeBy: maker.userId }],
    ]);
  });

  test('ends with any other change or removal of the password', async () => {
    const [changes, linked] = [await fixture.person('member'), await fixture.person('member')];
    const links = [await make(changes.userId), await make(linked.userId)];
    await fixture.ask(operations.changePassword, {}, { current: 'correct horse battery staple', next }, changes.caller);
    // As linking the account to a provider's identity does.
    await sql('update users set password_hash = null where id = $1', linked.userId);
    for (const { token } of links) await expect(reset(token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('a reset is refused', () => {
  test.each<Role>(['admin', 'member', 'viewer'])('as %s', async (role) => {
    const [{ caller }, { userId }] = [await fixture.person(role), await fixture.person('viewer')];
    await expect(make(userId, caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('with a key', async () => {
    const { userId } = await fixture.person('viewer');
    await expect(make(userId, fixture.ada)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('for oneself, strangers, members of foreign organizations and without a password', async () => {
    const [stranger, shared, passwordless] = [
      await fixture.person(),
      await fixture.person('member'),
      await fixture.person('member'),
    ];
    await elsewhere(shared.userId);
    await sql('update users set password_hash = null where id = $1', passwordless.userId);
    await expect(make(fixture.adaInPerson.userId!)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(make(stranger.userId)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(make(shared.userId)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(make(passwordless.userId)).rejects.toMatchObject({ code: 'CONFLICT' });
  });
});

describe('a reset is valid while its maker owns all organizations of the person', () => {
  test.each<[string, (person: string, maker: string) => Promise<unknown>]>([
    ['the person joins another organization', (person) => elsewhere(person)],
    ['the person leaves', (person) => sql('delete from memberships where user_id = $1', person)],
    [
      'the maker owns no longer',
      (_person, maker) => sql("update memberships set role = 'admin' where user_id = $1", maker),
    ],
    ['the maker leaves', (_person, maker) => sql('delete from memberships where user_id = $1', maker)],
  ])('not when %s', async (_when, happen) => {
    const [maker, { userId, email }] = [await fixture.person('owner'), await fixture.person('member')];
    const { token } = await make(userId, maker.caller);
    await happen(userId, maker.userId);
    expect((await fixture.ask(operations.openPasswordReset, { token })).status).toBe(404);
    await expect(reset(token)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await entersWith(email, next)).toBe(false);
  });

  test('also when there are several organizations', async () => {
    const [maker, { userId }] = [await fixture.person('owner'), await fixture.person('member')];
    const other = await elsewhere(userId);
    await sql("insert into memberships (organization_id, user_id, role) values ($1, $2, 'owner')", other, maker.userId);
    expect(await reset((await make(userId, maker.caller)).token)).toMatchObject({ reset: true });
  });
});

describe('the page', () => {
  const send = (token: string, fields: Record<string, string>) =>
    fixture.ask(operations.submitPasswordReset, { token }, new URLSearchParams(fields).toString());

  test('shows the account, changes nothing, and leads to the sign-in page', async () => {
    const { userId, email } = await fixture.person('member');
    const { token } = await make(userId);
    const page = await fixture.ask(operations.openPasswordReset, { token });
    expect([page.status, page.text]).toEqual([200, expect.stringContaining(email)]);
    expect(page.text).not.toMatch(/src=|<script|@import/);
    const { status, headers } = await send(token, { password: next });
    expect([status, headers.Location]).toEqual([303, '/auth/sign-in']);
    expect(await entersWith(email, next)).toBe(true);
  });

  test('is shown again with the fault, and without the password', async () => {
    const { userId } = await fixture.person('member');
    const { token } = await make(userId);
    for (const fields of [{ password: 'short' }, {} as Record<string, string>]) {
      const { status, text } = await send(token, fields);
      expect([status, text]).toEqual([400, expect.stringContaining('role="alert"')]);
      expect(text).not.toContain('value="short"');
    }
  });

  test('says so when the link is not valid', async () => {
    for (const { status, text } of [
      await fixture.ask(operations.openPasswordReset, { token: 'x' }),
      await send('x', { password: next }),
    ])
      expect([status, text]).toEqual([404, expect.stringContaining('is not valid')]);
  });
});
