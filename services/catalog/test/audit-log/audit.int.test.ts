import { given } from '@assay/contract/given';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { AuditEntry } from '@assay/contract/areas/audit-log/documents';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { startAuditFixture } from '../support/audit.ts';

type AuditFixture = Awaited<ReturnType<typeof startAuditFixture>>;
let fixture: AuditFixture;
beforeAll(async () => {
  fixture = await startAuditFixture();
});
afterAll(() => fixture.stop());

const inOrganization = () => ({ organizationId: fixture.organizationId });
const inProject = () => ({ projectId: fixture.projectId, idempotencyKey: '' });
const list = async (query: object = {}) => {
  await fixture.settled();
  return fixture.call(operations.listAuditLog, inOrganization(), query);
};
const entriesOf = async (query: object = {}) => (await list(query)).items;
const exported = async (query: object = {}) => {
  await fixture.settled();
  const { json, contentType, headers } = await fixture.send(operations.exportAuditLog, inOrganization(), query);
  const entries = json
    .toString()
    .split(/[\n\r\u0085\u2028\u2029]/)
    .filter(Boolean)
    .map((line) => JSON.parse(line) as AuditEntry);
  return { entries, contentType, headers };
};
/** The owner, signed in with a browser. */
const inPerson = (): Caller => {
  const { keyId: _none, ...rest } = fixture.ada;
  return { ...rest, sessionId: 'ses_1' };
};
const pages = async (query: object) => {
  const ids: string[] = [];
  for (let cursor: string | undefined; ;) {
    const page = await list({ ...query, limit: 3, ...given({ cursor }) });
    ids.push(...page.items.map(({ id }) => id));
    if ((cursor = page.nextCursor) === undefined) return ids;
  }
};

test('an entry has its actor, key and request, and the object before and after', async () => {
  const { id: serverId } = await fixture.call(operations.createProjectServer, inProject(), {
    name: 'one',
    enabled: true,
    transportType: 'http',
    url: 'https://mcp.example',
  });
  await fixture.call(
    operations.updateProjectServer,
    { projectId: fixture.projectId, serverId },
    { name: 'two' },
    { ...fixture.ada, requestId: 'req_2' },
  );
  await fixture.call(operations.deleteProjectServer, { projectId: fixture.projectId, serverId });

  const [deleted, updated, created] = await entriesOf({ projectId: fixture.projectId });
  const { organizationId: _o, userId, keyId } = fixture.ada;
  const actor = { userId, email: 'ada@acme.example', keyId, keyPrefix: expect.stringMatching(/^sk_/) };
  expect(updated).toEqual({
    id: expect.stringMatching(/^audit_/),
    previousHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    hash: expect.stringMatching(/^[0-9a-f]{64}$/),
    at: expect.any(Number),
    operation: 'updateProjectServer',
    actor,
    projectId: fixture.projectId,
    target: { serverId },
    before: expect.objectContaining({ name: 'one' }),
    after: expect.objectContaining({ name: 'two' }),
    changed: ['name', 'revision', 'updatedAt'],
    outcome: 'done',
    requestId: 'req_2',
  });
  expect(created).toMatchObject({
    operation: 'createProjectServer',
    requestId: 'req_ada',
    after: { id: serverId, name: 'one' },
  });
  expect(created).not.toHaveProperty('before');
  expect(deleted).toMatchObject({ operation: 'deleteProjectServer', before: { name: 'two' } });
  expect(deleted).not.toHaveProperty('after');
});

test('an entry of a session names the session', async () => {
  await fixture.call(operations.createRunnerToken, inOrganization(), { name: 'lab', labels: ['lab'] }, inPerson());
  const [entry] = await entriesOf({ operation: 'createRunnerToken' });
  expect(entry).toMatchObject({ actor: { sessionId: 'ses_1' }, after: { name: 'lab' } });
  expect(entry!.actor).not.toHaveProperty('keyId');
});

test('entries of a budget and of a provider have their former state', async () => {
  const organization = { kind: 'organization', id: fixture.organizationId };
  const { id: budgetId } = await fixture.call(operations.setBudget, inOrganization(), {
    scope: organization,
    period: 'day',
    limit: { usd: 1 },
  });
  await fixture.call(operations.setBudget, inOrganization(), { scope: organization, period: 'day', limit: { usd: 2 } });
  await fixture.call(operations.removeBudget, { ...inOrganization(), budgetId });
  const set = (baseUrl: string) =>
    fixture.call(
      operations.setModelProvider,
      { ...inOrganization(), provider: 'openai' },
      { apiKey: 'hunter2-of-the-provider', baseUrl },
      inPerson(),
    );
  await set('https://one.example');
  await set('https://two.example');

  const [provider, , removed, raised, first] = await entriesOf({ limit: 5 });
  expect(first).toMatchObject({ operation: 'setBudget', target: { budgetId }, after: { limit: { usd: 1 } } });
  expect(raised).toMatchObject({
    before: { limit: { usd: 1 } },
    after: { limit: { usd: 2 } },
    changed: expect.arrayContaining(['limit']),
  });
  expect(removed).toMatchObject({ operation: 'removeBudget', before: { limit: { usd: 2 } } });
  expect(provider).toMatchObject({
    before: { baseUrl: 'https://one.example', hasKey: true },
    after: { baseUrl: 'https://two.example' },
  });
});

test('an event that arrives twice is stored once', async () => {
  const message = await fixture.tell({ target: { suiteId: 'suite_twice' } });
  await fixture.retell(message);
  await fixture.settled();
  expect(
    (await entriesOf({ operation: 'updateEvalSuite' })).filter(({ target }) => target.suiteId === 'suite_twice'),
  ).toHaveLength(1);
});

test('an event from the time while the service is down is stored later', async () => {
  await fixture.stopService();
  const told = await Promise.all(
    Array.from({ length: 20 }, (_, i) => fixture.tell({ userId: 'usr_meanwhile', atMs: 1_000 + i })),
  );
  await fixture.startService();
  expect((await entriesOf({ userId: 'usr_meanwhile' })).map(({ id }) => id).toSorted()).toEqual(
    told.map(({ id }) => id).toSorted(),
  );
});

test('pages of a filtered log are complete while entries arrive, also within one moment', async () => {
  const told: string[] = [];
  for (const atMs of [5_000, 6_000, 6_000, 6_000, 7_000, 8_000, 9_000])
    told.push((await fixture.tell({ userId: 'usr_pages', atMs })).id);
  await fixture.tell({ userId: 'usr_pages', atMs: 4_999 });
  await fixture.tell({ userId: 'usr_pages', atMs: 9_001 });
  const query = { userId: 'usr_pages', since: 5_000, until: 9_001 };
  const first = await list({ ...query, limit: 3 });
  await fixture.tell({ userId: 'usr_pages', atMs: 9_000 });
  const second = await list({ ...query, limit: 3, cursor: first.nextCursor });
  const [oldest] = (await list({ ...query, limit: 3, cursor: second.nextCursor })).items;
  const seen = [...first.items, ...second.items, oldest!];
  expect(seen.map(({ at }) => at)).toEqual([9_000, 8_000, 7_000, 6_000, 6_000, 6_000, 5_000]);
  expect(seen.map(({ id }) => id).toSorted()).toEqual(told.toSorted());
  expect(await pages(query)).toHaveLength(8);
});

test.each([
  ['keyId', { keyId: 'key_f' }],
  ['operation', { operation: 'deleteEvalSuite' }],
  ['projectId', { projectId: 'prj_f' }],
  ['outcome', { outcome: 'refused' }],
])('%s filters', async (_, filter) => {
  await fixture.tell({ userId: 'usr_filters' });
  const { id } = await fixture.tell({
    userId: 'usr_filters',
    keyId: 'key_f',
    projectId: 'prj_f',
    outcome: 'refused',
    rpc: '/assay.v1.Suites/DeleteEvalSuite',
  });
  const found = await entriesOf({ userId: 'usr_filters', ...filter });
  expect(found.map((entry) => entry.id)).toContain(id);
  expect(found.every((entry) => entry.outcome === 'refused')).toBe(true);
});

test.each<[string, object, string]>([
  ['a range that ends before it begins', { since: 2, until: 1 }, '/since'],
  ['a moment that is none', { since: 'yesterday' }, '/since'],
  ['an outcome that there is not', { outcome: 'maybe' }, '/outcome'],
  ['a cursor of another list', { cursor: 'AAAAAAAAAAAAAAAAAAAAAAAAAAAA' }, '/cursor'],
  ['an id that is none', { userId: 'a b' }, '/userId'],
])('%s is refused, and its path is named', async (_, query, path) => {
  await expect(list(query)).rejects.toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
});

test('a cursor of the list is refused by the export', async () => {
  const { nextCursor } = await list({ limit: 1 });
  await expect(exported({ cursor: nextCursor })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path: '/cursor' }] },
  });
});

test.each<[string, Partial<Caller>, string]>([
  ['an administrator', { organizationRole: 'admin' }, 'FORBIDDEN'],
  ['a person of another organization', { organizationId: 'org_other' }, 'NOT_FOUND'],
])('%s cannot read the log', async (_, change, code) => {
  const caller = { ...fixture.ada, ...change };
  await expect(fixture.call(operations.listAuditLog, inOrganization(), {}, caller)).rejects.toMatchObject({ code });
  await expect(fixture.send(operations.exportAuditLog, inOrganization(), {}, caller)).rejects.toMatchObject({ code });
});

test('an organization does not see the entries of another one', async () => {
  const { id } = await fixture.tell({ organizationId: 'org_other', userId: 'usr_other' });
  expect(await entriesOf({ userId: 'usr_other' })).toEqual([]);
  expect((await exported()).entries.map((entry) => entry.id)).not.toContain(id);
});

test('the export has one entry per line for any text, and continues where it ended', async () => {
  const hostile = 'a\nb\u2028\u0085\u0000\ud800"}';
  const {
    headers: { 'X-Next-Cursor': cursor },
  } = await exported();
  // Its time is long before the exported entries, but it arrives after them.
  const { id } = await fixture.tell({
    atMs: 1,
    after: Buffer.from(JSON.stringify({ hostile })),
    target: { hostile: 'a\u0000' },
  });
  const later = await exported({ cursor });
  expect(later.entries).toEqual([expect.objectContaining({ id, after: { hostile }, target: { hostile: 'a\u0000' } })]);
  expect(later.contentType).toBe('application/x-ndjson');
  expect(later.headers).not.toHaveProperty('Link');
  expect((await exported({ cursor: later.headers['X-Next-Cursor'] })).entries).toEqual([]);
  expect((await exported({ since: 2 })).entries.map((entry) => entry.id)).not.toContain(id);
});

test('an answer of the export ends after 10,000 entries and links to the next', async () => {
  await fixture.pool.query(
    `
    insert into audit_log (organization_id, at, id, operation, outcome, request_id, target, hash)
    select $1, '2020-01-01', 'audit_many_' || n, 'many', 'done', 'req', '{}', '' from generate_series(1, 10010) n`,
    [fixture.organizationId],
  );
  const first = await exported({ since: Date.parse('2019-12-31') });
  expect(first.entries).toHaveLength(10_000);
  const [, path, search] = /^<([^?]+)\?(.+)>; rel="next"$/.exec(first.headers.Link!)!;
  expect(path).toBe(`/api/v1/organizations/${fixture.organizationId}/audit-log/export`);
  const { cursor, since } = Object.fromEntries(new URLSearchParams(search));
  const rest = await exported({ cursor, since });
  expect(rest.headers).not.toHaveProperty('Link');
  const many = [...first.entries, ...rest.entries].filter(({ operation }) => operation === 'many').map(({ id }) => id);
  expect(many).toHaveLength(10_010);
  expect(new Set(many).size).toBe(10_010);
});

describe('when entries are long,', () => {
  const MiB = 1024 * 1024;
  /** Writes more entries than fit into an answer; answers their ids. */
  const tellLong = async (userId: string): Promise<string[]> => {
    const { rows } = await fixture.pool.query<{ id: string }>(
      `
      insert into audit_log (organization_id, at, id, operation, outcome, user_id, request_id, target, before, after, hash)
      select $1, '2020-01-02', $2 || n, 'long', 'done', $2, 'req', '{}', long, long, '' from generate_series(1, 150) n, json_build_object('text', repeat('x', 60000)) long returning id`,
      [fixture.organizationId, userId],
    );
    return rows.map(({ id }) => id).toSorted();
  };

  test('a page ends early, and the next pages have the rest', async () => {
    const told = await tellLong('usr_long');
    const seen: string[] = [];
    for (let cursor: string | undefined; ;) {
      const { items, nextCursor } = await list({
        userId: 'usr_long',
        limit: 200,
        ...given({ cursor }),
      });
      expect(Buffer.byteLength(JSON.stringify(items))).toBeLessThan(8 * MiB + 1024);
      seen.push(...items.map(({ id }) => id));
      if ((cursor = nextCursor) === undefined) break;
    }
    expect(seen.toSorted()).toEqual(told);
  });

  test('an answer of the export ends within a batch, and the next continues after it', async () => {
    let { headers } = await exported();
    while (headers.Link) ({ headers } = await exported({ cursor: headers['X-Next-Cursor'] }));
    const told = await tellLong('usr_exported');
    const first = await exported({ cursor: headers['X-Next-Cursor'] });
    expect(first.headers).toHaveProperty('Link');
    const rest = await exported({ cursor: first.headers['X-Next-Cursor'] });
    expect([...first.entries, ...rest.entries].map(({ id }) => id).toSorted()).toEqual(told);
    expect(Buffer.byteLength(JSON.stringify(first.entries))).toBeLessThan(16 * MiB);
    expect(rest.headers).not.toHaveProperty('Link');
  });
});

test.each<[string, { rpc: string; target: Record<string, string> }, string]>([
  ['of an RPC that answers no operation', { rpc: '/assay.v1.Directory/Authorize', target: {} }, '/rpc'],
  ['of a text', { rpc: 'anything at all', target: {} }, '/rpc'],
])('a refusal %s is rejected', async (_, request, path) => {
  await expect(fixture.noteRefusal(request)).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
    details: { issues: [{ path }] },
  });
});

test('a refusal keeps only the ids of its path, clipped', async () => {
  await fixture.noteRefusal(
    { rpc: rpcOf(operations.removeBudget).path, target: { budgetId: 'x'.repeat(600_000), more: 'y' } },
    { ...fixture.ada, requestId: 'req_long' },
  );
  const found = (await entriesOf({ outcome: 'refused', operation: 'removeBudget' })).filter(
    ({ requestId }) => requestId === 'req_long',
  );
  expect(found.map(({ target }) => target)).toEqual([{ budgetId: 'x'.repeat(256) }]);
});

test('a refusal by the gateway is stored with its operation', async () => {
  const caller = { ...fixture.ada, organizationRole: 'member' as const, requestId: 'req_refused' };
  await fixture.noteRefusal({ rpc: rpcOf(operations.removeBudget).path, target: { budgetId: 'budget_1' } }, caller);
  const [entry] = await entriesOf({ outcome: 'refused', operation: 'removeBudget' });
  expect(entry).toMatchObject({
    operation: 'removeBudget',
    target: { budgetId: 'budget_1' },
    requestId: 'req_refused',
    actor: { userId: fixture.ada.userId },
  });
});
