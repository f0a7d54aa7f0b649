import { createHash } from 'node:crypto';
import type { Role } from '@assay/contract/access';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { deleteExpiredCredentials } from '../../src/background/credential-retention.ts';
import { testPassword, startPeople, type TestPeople } from '../support/people.ts';

let fixture: TestPeople;
beforeAll(async () => {
  fixture = await startPeople();
});
afterAll(() => fixture.stop());

const here = () => ({ organizationId: fixture.organizationId });
const invite = async (form: object, caller: Caller = fixture.adaInPerson) => {
  const body = (await fixture.ask(operations.createInvitation, here(), form, caller)).body() as {
    id: string;
    email: string;
    url: string;
    expiresAt: number;
  };
  return { ...body, token: new URL(body.url).pathname.split('/').at(-1)! };
};
let guests = 0;
const guest = () => `guest${++guests}@acme.example`;
const invited = (token: string, sessionToken = '') => ({ token, sessionToken, userAgent: 'Firefox' });
const accept = (token: string, form: object = {}, sessionToken = '') =>
  fixture.ask(operations.acceptInvitation, invited(token, sessionToken), form);
const account = { name: 'Grace', password: testPassword };
const listed = async (query: object = {}) =>
  (await fixture.ask(operations.listInvitations, here(), query, fixture.adaInPerson)).body() as {
    items: { id: string }[];
    nextCursor?: string;
  };
const membership = async (email: string) =>
  (
    await fixture.pool.query<{ role: Role; projects: Role[] | null }>(
      `
  select role, (select json_agg(role) from project_members p where p.user_id = u.id) as projects from users u join memberships m on m.user_id = u.id where email = $1`,
      [email],
    )
  ).rows[0];

describe('an invitation', () => {
  test('is a link that is shown once, stored as a hash, and valid for a week', async () => {
    const { url, token, expiresAt, ...rest } = await invite({ email: 'Grace@Acme.Example', role: 'member' });
    expect(url).toMatch(/^http:\/\/assay\.test\/auth\/invitations\/[\w-]{43}$/);
    expect(rest).toEqual({
      id: expect.stringMatching(/^invite_/),
      email: 'grace@acme.example',
      role: 'member',
      invitedBy: fixture.adaInPerson.userId,
      createdAt: expect.any(Number),
    });
    expect(Math.round((expiresAt - Date.now()) / 3_600_000)).toBe(168);
    const {
      rows: [stored],
    } = await fixture.pool.query(
      "select hash, (select string_agg(i::text, '') from invitations i) || (select string_agg(convert_from(value, 'LATIN1'), '') from outbox) as text from invitations where id = $1",
      [rest.id],
    );
    expect(stored.hash).toEqual(createHash('sha256').update(token).digest());
    expect([stored.text, JSON.stringify(await listed())].join('')).not.toContain(token);
    expect((await listed()).items[0]).toEqual({ ...rest, expiresAt });
  });

  test('is replaced by another one of the same address', async () => {
    const email = guest();
    const [first, second] = [
      await invite({ email, role: 'admin' }),
      await invite({ email: email.toUpperCase(), role: 'viewer' }),
    ];
    expect((await listed()).items.filter((each) => 'email' in each && each.email === email)).toMatchObject([
      { id: second.id, role: 'viewer' },
    ]);
    await expect(accept(first.token, account)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await accept(second.token, account)).status).toBe(200);
    expect(await membership(email)).toMatchObject({ role: 'viewer' });
  });

  test('is listed page by page, and revoked once', async () => {
    const [older, newer] = [
      await invite({ email: guest(), role: 'viewer' }),
      await invite({ email: guest(), role: 'viewer' }),
    ];
    const first = await listed({ limit: 1 });
    expect(first.items).toMatchObject([{ id: newer.id }]);
    expect((await listed({ limit: 1, cursor: first.nextCursor })).items).toMatchObject([{ id: older.id }]);
    const revoke = () =>
      fixture.ask(operations.revokeInvitation, { ...here(), invitationId: older.id }, {}, fixture.adaInPerson);
    expect((await revoke()).body()).toEqual({ id: older.id, revoked: true });
    await expect(revoke()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(accept(older.token, account)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is refused and deleted when it is too old', async () => {
    const { id, token } = await invite({ email: guest(), role: 'viewer' });
    await fixture.pool.query(`update invitations set expires_at = now() - interval '1 s' where id = $1`, [id]);
    await expect(accept(token, account)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await listed()).items.map((each) => each.id)).not.toContain(id);
    await expect(
      fixture.ask(operations.revokeInvitation, { ...here(), invitationId: id }, {}, fixture.adaInPerson),
    ).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await deleteExpiredCredentials(fixture.pool, new AbortController().signal);
    expect((await fixture.pool.query('select from invitations where id = $1', [id])).rowCount).toBe(0);
  });

  test.each<[Role, Role]>([
    ['admin', 'admin'],
    ['owner', 'owner'],
    ['admin', 'viewer'],
  ])('by %s gives %s at most', async (actor, role) => {
    const { caller } = await fixture.person(actor);
    expect(await invite({ email: guest(), role }, caller)).toMatchObject({ role });
  });

  test.each<[Role, Role]>([
    ['admin', 'owner'],
    ['member', 'viewer'],
    ['viewer', 'viewer'],
  ])('by %s cannot give %s', async (actor, role) => {
    const { caller } = await fixture.person(actor);
    await expect(invite({ email: guest(), role }, caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('cannot be made by a former admin or with a key', async () => {
    const { caller, userId } = await fixture.person('admin');
    await fixture.pool.query(`update memberships set role = 'member' where user_id = $1`, [userId]);
    await expect(invite({ email: guest(), role: 'viewer' }, caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(invite({ email: guest(), role: 'viewer' }, fixture.ada)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });

  test('above the own role is neither replaced nor revoked', async () => {
    const { caller } = await fixture.person('admin');
    const email = guest();
    const { id, token } = await invite({ email, role: 'owner' });
    await expect(invite({ email, role: 'viewer' }, caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await expect(
      fixture.ask(operations.revokeInvitation, { ...here(), invitationId: id }, {}, caller),
    ).rejects.toMatchObject({
      code: 'FORBIDDEN',
    });
    expect((await accept(token, account)).status).toBe(200);
  });

  test('accepted while it is replaced leaves either a member or an invitation', async () => {
    for (let i = 0; i < 10; i++) {
      const grace = await fixture.person(undefined, guest());
      const { token } = await invite({ email: grace.email, role: 'viewer' });
      await Promise.allSettled([accept(token, {}, grace.token), invite({ email: grace.email, role: 'admin' })]);
      const {
        rows: [left],
      } = await fixture.pool.query(
        'select (select count(*)::int from memberships where user_id = $1) as members, (select count(*)::int from invitations where email = $2) as invitations',
        [grace.userId, grace.email],
      );
      expect(left.members + left.invitations).toBe(1);
    }
  });

  test('of a present member is a conflict', async () => {
    await fixture.person('viewer', 'member@acme.example');
    await expect(invite({ email: 'MEMBER@acme.example', role: 'admin' })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test.each<[string, object, string]>([
    ['no address', { role: 'viewer' }, '/email'],
    ['two addresses', { email: 'a@b, c@d', role: 'viewer' }, '/email'],
    ['no role', { email: 'x@y' }, '/role'],
    ['another role', { email: 'x@y', role: 'root' }, '/role'],
    ['a project of others', { email: 'x@y', role: 'viewer', projectId: 'prj_other' }, '/projectId'],
    ['an unknown key', { email: 'x@y', role: 'viewer', days: 1 }, '/days'],
  ])('with %s is refused', async (_, form, path) => {
    await expect(invite(form)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
  });
});

describe('accepting', () => {
  test('makes an account, signs in with it and is audited', async () => {
    const { email, token } = await invite({ email: guest(), role: 'member' });
    const { headers, body } = await accept(token, { name: 'Grace Hopper', password: testPassword });
    expect(headers['Set-Cookie']).toMatch(/^assay_session=/);
    const { user } = body() as { user: { id: string } };
    expect(body()).toMatchObject({
      user: { email, name: 'Grace Hopper' },
      ...here(),
      organizations: [{ id: fixture.organizationId, role: 'member' }],
    });
    expect(await fixture.enter(email)).toMatchObject({ token: expect.any(String) });
    expect(await fixture.audited(user.id)).toEqual(['AcceptInvitation done', 'SignIn done']);
  });

  test('for a project makes a viewer of the organization with that role in the project', async () => {
    const { email, token } = await invite({ email: guest(), role: 'admin', projectId: fixture.projectId });
    await accept(token, account);
    expect(await membership(email)).toEqual({ role: 'viewer', projects: ['admin'] });
  });

  test('fails when the project is gone', async () => {
    const { id: projectId } = await fixture.call(operations.createProject, {}, { name: 'doomed' });
    const { token } = await invite({ email: guest(), role: 'member', projectId });
    await fixture.pool.query('update projects set deleted_at = now() where id = $1', [projectId]);
    await expect(accept(token, account)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect((await fixture.ask(operations.openInvitation, invited(token))).status).toBe(404);
  });

  test('works once, also for two concurrent attempts', async () => {
    const { email, token } = await invite({ email: guest(), role: 'viewer' });
    const outcomes = await Promise.allSettled([1, 2, 3].map(() => accept(token, account)));
    expect(outcomes.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected', 'rejected']);
    expect((await fixture.pool.query('select from users where email = $1', [email])).rowCount).toBe(1);
  });

  test("with an account requires its session, and keeps the account's roles", async () => {
    const [grace, eve] = [await fixture.person(undefined, guest()), await fixture.person()];
    const { token } = await invite({ email: grace.email.toUpperCase(), role: 'admin' });
    await expect(accept(token, account)).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(accept(token, account, 'x'.repeat(43))).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
    await expect(accept(token, account, eve.token)).rejects.toMatchObject({ code: 'FORBIDDEN' });
    const { headers, body } = await accept(token, {}, grace.token);
    expect(headers).not.toHaveProperty('Set-Cookie');
    expect(body()).toMatchObject({ id: grace.caller.sessionId, ...here() });
    expect(await membership(grace.email)).toMatchObject({ role: 'admin' });
  });

  test('does not lower a role that was given in the meantime', async () => {
    const grace = await fixture.person(undefined, guest());
    const { token } = await invite({ email: grace.email, role: 'viewer' });
    await fixture.pool.query(`insert into memberships (organization_id, user_id, role) values ($1, $2, 'owner')`, [
      fixture.organizationId,
      grace.userId,
    ]);
    await accept(token, {}, grace.token);
    expect(await membership(grace.email)).toMatchObject({ role: 'owner' });
  });

  test.each<[string, object, string]>([
    ['no name', { password: testPassword }, '/name'],
    ['a name of blanks', { name: ' ', password: testPassword }, '/name'],
    ['a name of two lines', { name: 'a\nb', password: testPassword }, '/name'],
    ['a name that turns the direction of the text', { name: 'a\u202eb', password: testPassword }, '/name'],
    ['a name of 201 characters', { name: 'x'.repeat(201), password: testPassword }, '/name'],
    ['no password', { name: 'Grace' }, '/password'],
    ['a short password', { name: 'Grace', password: 'elevenchars' }, '/password'],
    ['another address', { ...account, email: 'x@y' }, '/email'],
  ])('with %s changes nothing', async (_, form, path) => {
    const { email, token } = await invite({ email: guest(), role: 'viewer' });
    await expect(accept(token, form)).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    });
    expect(await membership(email)).toBeUndefined();
    expect((await accept(token, { ...account, name: 'Zoë 李 👩‍💻' })).status).toBe(200);
  });

  test.each(['x', 'x'.repeat(43), 'x'.repeat(10_000)])('%.50s, which is not an invitation, is a 404', async (token) => {
    await expect(accept(token, account)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });
});

describe('the page', () => {
  const form = (fields: Record<string, string>) => new URLSearchParams(fields).toString();

  test('shows the invitation with escaped names, and changes nothing', async () => {
    await fixture.pool.query(`update organizations set name = '<Acme & "Sons">' where id = $1`, [
      fixture.organizationId,
    ]);
    const { email, token } = await invite({ email: guest(), role: 'member', projectId: fixture.projectId });
    for (let i = 0; i < 2; i++) {
      const { status, text } = await fixture.ask(operations.openInvitation, invited(token));
      expect([status, text]).toEqual([
        200,
        expect.stringContaining(
          `ada invites ${email} to the project &quot;Default&quot; of &quot;&lt;Acme &amp; &quot;Sons&quot;&gt;&quot;, with the role member.`,
        ),
      ]);
      expect(text).toContain('<label>Your name<input');
    }
    expect((await accept(token, account)).status).toBe(200);
  });

  test('makes an account and leads on, or shows the fault without the password', async () => {
    const { token } = await invite({ email: guest(), role: 'viewer' });
    const wrong = await fixture.ask(
      operations.submitInvitation,
      invited(token),
      form({ name: '<i>', password: 'tooshortsec' }),
    );
    expect([wrong.status, wrong.token]).toEqual([400, undefined]);
    expect(wrong.text).toMatch(/role="alert">.*password/);
    expect(wrong.text).toContain('value="&lt;i&gt;"');
    expect(wrong.text).not.toContain('tooshortsec');
    const right = await fixture.ask(
      operations.submitInvitation,
      invited(token),
      form({ name: 'Grace', password: testPassword }),
    );
    expect([right.status, right.headers.Location, right.token]).toEqual([
      303,
      '/',
      expect.stringMatching(/^[\w-]{43}$/),
    ]);
    const again = await fixture.ask(
      operations.submitInvitation,
      invited(token),
      form({ name: 'Grace', password: testPassword }),
    );
    expect([again.status, again.text]).toEqual([404, expect.stringContaining('is not valid')]);
  });

  test('leads a person with an account to sign in and back, and another to change accounts', async () => {
    const [grace, eve] = [await fixture.person(undefined, guest()), await fixture.person()];
    const { token } = await invite({ email: grace.email, role: 'viewer' });
    const back = `/auth/sign-in?returnTo=%2Fauth%2Finvitations%2F${token}`;
    expect((await fixture.ask(operations.openInvitation, invited(token))).text).toContain(`href="${back}"`);
    expect((await fixture.ask(operations.openInvitation, invited(token, eve.token))).text).toContain(
      'signed in with another account',
    );
    const tried = await fixture.ask(operations.submitInvitation, invited(token, eve.token), '');
    expect([tried.status, tried.text]).toEqual([403, expect.stringContaining(back)]);
    expect((await fixture.ask(operations.openInvitation, invited(token, grace.token))).text).toContain(
      '<button class="go">Join</button>',
    );
    const joined = await fixture.ask(operations.submitInvitation, invited(token, grace.token), '');
    expect([joined.status, joined.headers.Location, joined.token]).toEqual([303, '/', undefined]);
    expect(await membership(grace.email)).toMatchObject({ role: 'viewer' });
  });
});
