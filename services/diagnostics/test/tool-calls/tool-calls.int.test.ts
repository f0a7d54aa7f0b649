import { operations } from '@assay/contract/operations';
import { dispatchEvent, on } from '@assay/kit/events/consumer';
import { MemberRemoved } from '@assay/mesh/events';
import { eventMessage } from '@assay/testkit/events/event-message';
import { sharedEverythingServer, type McpServerProcess } from '@assay/testkit/mcp-servers/everything-server';
import { forgetMember } from '../../src/events/member-removed.ts';
import { deleteOldToolCalls } from '../../src/store/tool-calls/tool-calls.ts';
import { answered, refused, startRaw } from '../support/raw-server.ts';
import { startTestDiagnostics, type TestDiagnostics } from '../support/start.ts';

let fixture: TestDiagnostics;
let everything: McpServerProcess;
beforeAll(async () => {
  [fixture, everything] = await Promise.all([
    startTestDiagnostics(),
    sharedEverythingServer({ transport: 'streamableHttp' }),
  ]);
}, 60_000);
afterAll(() => Promise.all([fixture, everything].map((each) => each.stop())));

const SECRET = 'a-saved-secret';
const saved = (url = everything.url) => fixture.save(url, { headers: { authorization: `Bearer ${SECRET}` } });
type Address = ReturnType<typeof saved>;
const call = (at: Address, toolName: string, parameters: object, more: object = {}) =>
  fixture.send(operations.callTool, at, { toolName, parameters, ...more });
const list = (at: Address, query: object = {}) => fixture.call(operations.listToolCalls, at, query);

/** A server whose every call answers `result`. */
async function answering(result: object) {
  const server = await startRaw((message, response) =>
    answered(response, message, JSON.stringify(message.method === 'tools/list' ? { tools: [] } : result)),
  );
  return { at: saved(server.url), stop: server.stop };
}

test('calls of a person are listed newest first and read with their results, masked', async () => {
  const at = saved();
  await call(at, 'echo', { message: SECRET, password: 'hunter22' });
  await call(at, 'echo', { message: 'hello' }, { report: true });
  await call(at, 'get-sum', { a: 'one' });
  const { items } = await list(at);
  expect(items).toMatchObject([
    { toolName: 'get-sum', outcome: 'failed', arguments: { a: 'one' } },
    { toolName: 'echo', outcome: 'answered', arguments: { message: 'hello' }, bytes: 50 },
    { toolName: 'echo', arguments: { message: '[redacted]', password: '[redacted]' }, sessionOpened: true },
  ]);
  const read = (toolCallId: string) => fixture.call(operations.getToolCall, { ...at, toolCallId });
  expect(await read(items[2]!.id)).toEqual({
    ...items[2]!,
    result: { content: [{ type: 'text', text: 'Echo: [redacted]' }] },
  });
  expect((await list(at, { toolName: 'get-sum' })).items).toEqual([items[0]]);
  const first = await list(at, { limit: 1 });
  expect((await list(at, { limit: 2, cursor: first.nextCursor })).items).toEqual(items.slice(1));
  expect(JSON.stringify([items, await fixture.pool.query('select * from tool_calls')])).not.toContain(SECRET);
});

test('a call without a result is listed with its error, and a large result is left out', async () => {
  const refusing = await startRaw((message, response) => refused(response, message, -32602));
  const at = saved(refusing.url);
  await expect(call(at, 'nothing', {})).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  await refusing.stop();
  const server = await answering({ content: [{ type: 'text', text: 'x'.repeat(300_000) }] });
  await call(server.at, 'long', { text: 'y'.repeat(20_000) });
  await server.stop();
  expect((await list(at)).items).toMatchObject([
    { outcome: 'unanswered', bytes: 0, error: { code: 'VALIDATION_ERROR', message: expect.any(String) } },
  ]);
  const [long] = (await list(server.at)).items;
  expect(long).toMatchObject({ outcome: 'answered', bytes: expect.any(Number) });
  expect(long).not.toHaveProperty('arguments');
  const read = await fixture.call(operations.getToolCall, { ...server.at, toolCallId: long!.id });
  expect(read).toEqual(long);
});

test('links and values of results are offered only to the person who made the calls', async () => {
  const ticket = { id: 'T-1041', subject: 'Refund has not arrived' };
  const link = { type: 'resource_link', uri: 'helpdesk://attachments/A-1', name: 'A-1', mimeType: 'image/png' };
  const server = await answering({
    content: [link, { type: 'resource', resource: { uri: 'helpdesk://agents/ada', text: '{}' } }],
    structuredContent: { tickets: [ticket, { id: 7 }] },
  });
  const { at } = server;
  await call(at, 'search', {});
  await call(at, 'search', {});
  await server.stop();
  const { type: _, ...linked } = link;
  const origin = { toolName: 'search', toolCallId: (await list(at)).items[0]!.id, seenAt: expect.any(Number) };
  expect((await fixture.call(operations.listSeenResources, at)).items).toEqual([
    { uri: 'helpdesk://agents/ada', ...origin },
    { ...linked, ...origin },
  ]);
  expect((await fixture.call(operations.listSeenValues, at, { name: 'ID' })).items).toEqual([
    { value: '7', ...origin },
    { value: 'T-1041', label: 'Refund has not arrived', ...origin },
  ]);
  const caller = { ...fixture.member, userId: 'usr_2' };
  for (const operation of [operations.listToolCalls, operations.listSeenResources])
    expect(JSON.parse((await fixture.send(operation, at, {}, { caller })).toString())).toEqual({ items: [] });
  await expect(
    fixture.send(operations.getToolCall, { ...at, toolCallId: origin.toolCallId }, {}, { caller }),
  ).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('calls are deleted beyond the newest 100, after a month, and when their person leaves', async () => {
  const at = saved();
  const count = async () => (await fixture.call(operations.listToolCalls, at, { limit: 100 })).items.length;
  await call(at, 'echo', { message: 'old' });
  await fixture.pool.query(
    `insert into tool_calls (id, project_id, server_id, user_id, tool_name, outcome, duration_ms, session_opened, bytes, called_at)
     select 'call_' || n, project_id, server_id, user_id, tool_name, outcome, 1, false, 1, now() - n * interval '1 second'
     from tool_calls, generate_series(1, 150) n where server_id = $1`,
    [at.serverId],
  );
  await call(at, 'echo', { message: 'new' });
  const { items, nextCursor } = await list(at, { limit: 100 });
  expect([items.length, nextCursor]).toEqual([100, undefined]);
  await fixture.pool.query(
    `update tool_calls set called_at = now() - interval '31 days' where server_id = $1 and id <> $2`,
    [at.serverId, items[0]!.id],
  );
  await deleteOldToolCalls(fixture.pool, 30);
  expect(await count()).toBe(1);
  await dispatchEvent(fixture.pool, [on(MemberRemoved, forgetMember)]).handle(
    eventMessage(MemberRemoved, { userId: 'usr_1', organizationId: 'org_1', projectIds: [fixture.projectId] }),
  );
  expect(await count()).toBe(0);
});
