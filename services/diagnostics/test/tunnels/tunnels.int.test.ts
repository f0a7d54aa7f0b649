import { createHash, randomBytes } from 'node:crypto';
import { MemberRemoved } from '@assay/mesh/events';
import { RelayService } from '@assay/mesh/gen/assay/v1/tunnels';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { dispatchEvent, on } from '@assay/kit/events/consumer';
import { eventMessage } from '@assay/testkit/events/event-message';
import { forgetMember } from '../../src/events/member-removed.ts';
import { saveTunnel } from '../../src/store/tunnels/tunnels.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
beforeAll(async () => {
  fixture = await startTestDiagnostics();
});
afterAll(() => fixture.stop());

const gateway: Caller = { requestId: 'req_1', service: 'gateway' };
const slug = 'a'.repeat(32);
const hashOf = (token: string) => createHash('sha256').update(token).digest();
const grant = (token: string, tokenTtlMs = 60_000, madeWith: { keyId?: string; sessionId?: string } = {}) =>
  saveTunnel(fixture.pool, {
    serverId: 'srv_1',
    projectId: fixture.projectId,
    slug,
    organizationId: 'org_1',
    createdBy: 'usr_1',
    ...madeWith,
    tokenHash: hashOf(token),
    tokenTtlMs,
  });
const attach = (token: string, relayUrl: string, caller = gateway) =>
  fixture.mesh.call(RelayService.attachTunnel, { tokenHash: hashOf(token), relayUrl }, { caller });
const locate = (name = slug) => fixture.mesh.call(RelayService.locateTunnel, { slug: name }, { caller: gateway });
const beat = (...attachmentIds: string[]) =>
  fixture.mesh.call(
    RelayService.beatTunnels,
    { attachmentIds, requests: attachmentIds.map(() => 0) },
    { caller: gateway },
  );

test('only gateways, on their own behalf, may call the relay RPCs', async () => {
  await grant('t');
  for (const caller of [fixture.member, { ...gateway, service: 'runner' }])
    await expect(attach('t', 'http://a', caller)).rejects.toMatchObject({ code: 'FORBIDDEN' });
});

test('a tunnel belongs to its last attachment, and the relay before is told', async () => {
  await grant('t');
  const first = await attach('t', 'http://a');
  expect(first).toMatchObject({ serverId: 'srv_1', projectId: fixture.projectId, slug });
  expect(await locate()).toMatchObject({ relayUrl: 'http://a', attachmentId: first.attachmentId });
  const second = await attach('t', 'http://b');
  expect(await beat(first.attachmentId, second.attachmentId)).toEqual({ goneAttachmentIds: [first.attachmentId] });
  await fixture.mesh.call(
    RelayService.detachTunnel,
    { attachmentId: first.attachmentId, requests: 0 },
    { caller: gateway },
  );
  expect(await locate()).toMatchObject({ relayUrl: 'http://b' });
  await fixture.mesh.call(
    RelayService.detachTunnel,
    { attachmentId: second.attachmentId, requests: 0 },
    { caller: gateway },
  );
  await expect(locate()).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

describe('the state of a tunnel', () => {
  const read = () => fixture.call(operations.getTunnel, { projectId: fixture.projectId, serverId: 'srv_1' });
  const close = () => fixture.call(operations.closeTunnel, { projectId: fixture.projectId, serverId: 'srv_1' });
  const detach = ({ attachmentId }: { attachmentId: string }) =>
    fixture.mesh.call(RelayService.detachTunnel, { attachmentId, requests: 7 }, { caller: gateway });

  beforeEach(() => fixture.pool.query('delete from tunnels'));

  test('is none for a server that never had one', async () =>
    expect(await read()).toEqual({ serverId: 'srv_1', status: 'none', openings: [] }));

  test('waits, is open, and is closed', async () => {
    await grant('t');
    expect(await read()).toMatchObject({ status: 'waiting', createdBy: 'usr_1', openings: [] });
    await attach('t', 'http://a');
    expect(await read()).toMatchObject({ status: 'open', openings: [{ openedBy: 'usr_1' }] });
    await close();
    const { connectTokenExpiresAt, ...closed } = await read();
    expect(closed).toMatchObject({ status: 'closed', openings: [{ end: 'closed', endedAt: expect.any(Number) }] });
    expect(connectTokenExpiresAt).toBeUndefined();
  });

  test('tells how each opening ended, the newest first', async () => {
    await grant('t');
    await detach(await attach('t', 'http://a'));
    expect((await read()).openings).toMatchObject([{ end: 'disconnected', requests: 7 }]);
    await attach('t', 'http://b');
    await attach('t', 'http://c');
    await fixture.pool.query("update tunnels set beaten_at = now() - interval '31 seconds'");
    const ends = async () => (await read()).openings.map(({ end }) => end);
    expect(await ends()).toEqual(['lost', 'replaced', 'disconnected']);
    await attach('t', 'http://d');
    expect(await ends()).toEqual([undefined, 'lost', 'replaced', 'disconnected']);
  });

  test('has at most 20 openings', async () => {
    await grant('t');
    for (let i = 0; i < 22; i++) await attach('t', 'http://a');
    expect((await read()).openings).toHaveLength(20);
  });
});

test('a heartbeat notes the requests of an opening, which never fall', async () => {
  await grant('t');
  const { attachmentId } = await attach('t', 'http://a');
  const target = { projectId: fixture.projectId, serverId: 'srv_1' };
  const carried = async (requests: number) => {
    await fixture.mesh.call(
      RelayService.beatTunnels,
      { attachmentIds: [attachmentId], requests: [requests] },
      { caller: gateway },
    );
    return (await fixture.call(operations.getTunnel, target)).openings[0]!.requests;
  };
  expect([await carried(5), await carried(3), await carried(8)]).toEqual([5, 5, 8]);
});

test('a relay without heartbeats holds no tunnel', async () => {
  await grant('t');
  const { attachmentId } = await attach('t', 'http://a');
  await fixture.pool.query("update tunnels set beaten_at = now() - interval '31 seconds'");
  await expect(locate()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  expect(await beat(attachmentId)).toEqual({ goneAttachmentIds: [] });
  expect(await locate()).toMatchObject({ relayUrl: 'http://a' });
});

test.each<[string, () => Promise<unknown>]>([
  ['that was never made', async () => undefined],
  [
    'that was replaced',
    async () => {
      await grant('old');
      await grant('new');
    },
  ],
  ['that has expired', () => grant('old', -1)],
])('a token %s opens nothing', async (_, prepare) => {
  await prepare();
  await expect(attach('old', 'http://a')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
});

test("a removed member's tunnels in the organization are closed, and all other tunnels stay", async () => {
  const tunnel = (serverId: string, projectId: string, createdBy: string) =>
    saveTunnel(fixture.pool, {
      serverId,
      projectId,
      slug: serverId.padEnd(32, '0'),
      organizationId: 'org_1',
      createdBy,
      tokenHash: hashOf(serverId),
      tokenTtlMs: 60_000,
    });
  await Promise.all([
    tunnel('srv_theirs', 'prj_here', 'usr_gone'),
    tunnel('srv_others', 'prj_here', 'usr_stays'),
    tunnel('srv_elsewhere', 'prj_elsewhere', 'usr_gone'),
  ]);
  const { attachmentId } = await attach('srv_theirs', 'http://a');
  await dispatchEvent(fixture.pool, [on(MemberRemoved, forgetMember)]).handle(
    eventMessage(MemberRemoved, { userId: 'usr_gone', organizationId: 'org', projectIds: ['prj_here', 'prj_empty'] }),
  );
  await expect(attach('srv_theirs', 'http://a')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  expect(await beat(attachmentId)).toEqual({ goneAttachmentIds: [attachmentId] });
  for (const token of ['srv_others', 'srv_elsewhere'])
    expect(await attach(token, 'http://a')).toMatchObject({ serverId: token });
});

describe.each([
  ["its token's creator is no longer a member", 'usr_1', { keyId: 'key_1' }],
  ['the key that its token was made with was revoked', 'key_1', { keyId: 'key_1' }],
  ['the session that its token was made in has ended', 'ses_1', { sessionId: 'ses_1' }],
])('when %s, a tunnel', (_, who, madeWith) => {
  afterEach(() => fixture.gone.clear());

  test('cannot be opened', async () => {
    await grant('t', 60_000, madeWith);
    fixture.gone.add(who);
    await expect(attach('t', 'http://a')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });

  test('that is open is closed within a minute, and its token is refused', async () => {
    await grant('t', 60_000, madeWith);
    const { attachmentId } = await attach('t', 'http://a');
    fixture.gone.add(who);
    expect(await beat(attachmentId)).toEqual({ goneAttachmentIds: [] });
    await fixture.pool.query("update tunnels set checked_at = now() - interval '31 seconds'");
    expect(await beat(attachmentId)).toEqual({ goneAttachmentIds: [attachmentId] });
    fixture.gone.clear();
    await expect(attach('t', 'http://a')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  });
});

test('a tunnel from a session ends with the session', async () => {
  const { serverId: name } = fixture.save(`https://assay.test/tunnels/${slug}`, { name: 'srv_1' });
  await grant('t');
  const { keyId: _, ...person } = fixture.member;
  const reply = await fixture.send(
    operations.createTunnel,
    { projectId: fixture.projectId },
    { name },
    { caller: { ...person, sessionId: 'ses_1' } },
  );
  const { connectToken } = JSON.parse(reply.toString()) as { connectToken: string };
  expect(await attach(connectToken, 'http://a')).toMatchObject({ serverId: 'srv_1' });
  fixture.gone.add('ses_1');
  await expect(attach(connectToken, 'http://a')).rejects.toMatchObject({ code: 'UNAUTHORIZED' });
  fixture.gone.clear();
});

describe('a tunnel', () => {
  /** A saved server with a tunnel that usr_1 made. */
  async function tunnelled(): Promise<string> {
    const { projectId } = fixture;
    const name = randomBytes(16).toString('hex');
    const saved = fixture.save(`https://assay.test/tunnels/${name}`);
    fixture.change(saved, { name: saved.serverId });
    const token = { tokenHash: hashOf(name), tokenTtlMs: 60_000 };
    const made = { organizationId: 'org_1', createdBy: 'usr_1', keyId: 'key_1' };
    await saveTunnel(fixture.pool, { serverId: saved.serverId, projectId, slug: name, ...made, ...token });
    return saved.serverId;
  }
  const as = (userId: string, role: 'member' | 'admin' = 'member') => ({
    caller: { ...fixture.member, userId, keyId: `key of ${userId}`, role },
  });
  const create = (name: string, userId: string) =>
    fixture.send(operations.createTunnel, { projectId: fixture.projectId }, { name }, as(userId));
  const close = (serverId: string, ...who: Parameters<typeof as>) =>
    fixture.send(operations.closeTunnel, { projectId: fixture.projectId, serverId }, {}, as(...who));
  const touch = (serverId: string, change: string) =>
    fixture.pool.query(`update tunnels set ${change} where server_id = $1`, [serverId]);
  afterEach(() => fixture.gone.clear());

  test('belongs to its maker while its token or its connection holds', async () => {
    const serverId = await tunnelled();
    await expect(create(serverId, 'usr_2')).rejects.toMatchObject({ code: 'CONFLICT' });
    await touch(
      serverId,
      `token_expires_at = now() - interval '1 s', attachment_id = 'attach_held', beaten_at = now()`,
    );
    await expect(create(serverId, 'usr_2')).rejects.toMatchObject({ code: 'CONFLICT' });
    await create(serverId, 'usr_1');
  });

  test('is closed by its maker or an admin only', async () => {
    const serverId = await tunnelled();
    await expect(close(serverId, 'usr_2')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await close(serverId, 'usr_2', 'admin');
    await close(serverId, 'usr_2');
    await create(serverId, 'usr_2');
    await expect(close(serverId, 'usr_1')).rejects.toMatchObject({ code: 'FORBIDDEN' });
    await close(serverId, 'usr_2');
  });

  test.each<[string, (serverId: string) => Promise<unknown>]>([
    ['was closed', (serverId) => close(serverId, 'usr_1')],
    [
      'has an expired token and no connection',
      (serverId) => touch(serverId, `token_expires_at = now() - interval '1 s'`),
    ],
    [
      'has an expired token and a connection without heartbeats',
      (serverId) =>
        touch(
          serverId,
          `token_expires_at = now() - interval '1 s', attachment_id = 'attach_lost', beaten_at = now() - interval '31 seconds'`,
        ),
    ],
    ['was made with a key that is gone', async () => fixture.gone.add('key_1')],
  ])('that %s can be made by another member', async (_, lapse) => {
    const serverId = await tunnelled();
    await lapse(serverId);
    await create(serverId, 'usr_2');
    await expect(create(serverId, 'usr_1')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('is refused when its project has 50 others, also when several are made at once', async () => {
    await fixture.pool.query('update tunnels set token_hash = null');
    const names = await Promise.all(Array.from({ length: 52 }, () => tunnelled()));
    await fixture.pool.query('update tunnels set token_hash = null where server_id = any($1)', [names.slice(48)]);
    const made = await Promise.allSettled(names.slice(48).map((name) => create(name, 'usr_1')));
    expect(made.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(made.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'RATE_LIMITED', details: { limit: 'tunnels', allowedValue: 50, currentValue: 50 } },
    });
    await create(names[0]!, 'usr_1');
  });
});

test('an open tunnel outlives the expiry of its token while its creator stays', async () => {
  await grant('t', 60_000, { keyId: 'key_1' });
  const { attachmentId } = await attach('t', 'http://a');
  await fixture.pool.query(
    "update tunnels set checked_at = now() - interval '31 seconds', token_expires_at = now() - interval '1 s'",
  );
  expect(await beat(attachmentId)).toEqual({ goneAttachmentIds: [] });
});

test("a token from before its creator's key was stored opens its tunnel", async () => {
  await grant('t');
  fixture.gone.add('usr_1');
  await fixture.pool.query("update tunnels set organization_id = null where server_id = 'srv_1'");
  expect(await attach('t', 'http://a')).toMatchObject({ serverId: 'srv_1' });
  fixture.gone.clear();
});
