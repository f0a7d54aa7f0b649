import type { MethodDefinition } from '@grpc/grpc-js';
import type { Document } from '@assay/mesh/gen/assay/v1/document';
import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import type { Operation } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { purgeSome } from '@assay/kit/postgres/purge';
import { credentialsMark } from '../../src/store/servers/credentials.ts';
import { purgeSteps } from '../../src/background/purging.ts';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
beforeAll(async () => {
  fixture = await startTestCatalog();
});
afterAll(() => fixture.stop());

const project = () => ({ projectId: fixture.projectId });
const web = (name: string) => ({
  name,
  enabled: true,
  transportType: 'http',
  url: 'https://mcp.example/mcp',
  headers: { authorization: 'Bearer secret-of-the-header' },
});

/** Creates an object of either kind through its RPC, and says whether the reply was replayed. */
async function send(operation: Operation, body: object, idempotencyKey: string, caller: Caller = fixture.ada) {
  const target = operation === operations.createProject ? {} : project();
  const request = { ...target, idempotencyKey, input: Buffer.from(JSON.stringify(body)) };
  const { json, replayed = false } = await fixture.mesh.call(
    rpcOf(operation) as MethodDefinition<object, Document>,
    request,
    { caller },
  );
  return { reply: JSON.parse(json.toString()) as { id: string; name: string }, replayed };
}

const kinds = [
  {
    what: 'a project',
    operation: operations.createProject,
    body: (name: string) => ({ name }),
    count: async (name: string) =>
      (await fixture.call(operations.listProjects, {})).items.filter((each) => each.name === name).length,
  },
  {
    what: 'a server',
    operation: operations.createProjectServer,
    body: web,
    count: async (name: string) =>
      (await fixture.call(operations.listProjectServers, project())).items.filter((each) => each.name === name).length,
  },
] as const;

describe.each(kinds)('$what created with an idempotency key', ({ operation, body, count }) => {
  test('is made once; a repetition gets the same answer, marked as replayed', async () => {
    const first = await send(operation, body('repeated'), 'key 1');
    expect(first).toMatchObject({ replayed: false, reply: { name: 'repeated' } });
    expect(await send(operation, body('repeated'), 'key 1')).toEqual({ reply: first.reply, replayed: true });
    expect(await count('repeated')).toBe(1);
  });

  test('is made once by concurrent requests', async () => {
    const answers = await Promise.all([1, 2, 3, 4].map(() => send(operation, body('at once'), 'key 2')));
    expect(new Set(answers.map(({ reply }) => reply.id)).size).toBe(1);
    expect(answers.filter(({ replayed }) => replayed)).toHaveLength(3);
    expect(await count('at once')).toBe(1);
  });

  test('is a conflict when the key was used with another body', async () => {
    await send(operation, body('taken'), 'key 3');
    await expect(send(operation, body('other'), 'key 3')).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'IDEMPOTENCY_CONFLICT' },
    });
    expect(await count('other')).toBe(0);
  });

  test('is another one for another user with the same key', async () => {
    const {
      rows: [bob],
    } = await fixture.pool.query<{ id: string }>(
      `insert into users (id, email, name) values ('usr_bob', 'bob@acme.example', 'Bob') on conflict (id) do update set name = 'Bob' returning id`,
    );
    await fixture.pool.query(
      `insert into memberships (organization_id, user_id, role) values ($1, $2, 'member') on conflict do nothing`,
      [fixture.organizationId, bob!.id],
    );
    await send(operation, body('of Ada'), 'key 4');
    expect(await send(operation, body('of Bob'), 'key 4', { ...fixture.ada, userId: bob!.id })).toMatchObject({
      replayed: false,
      reply: { name: 'of Bob' },
    });
  });

  test('is refused without using up the key', async () => {
    await expect(send(operation, { ...body('late'), name: 'a\u202eb' }, 'key 5')).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    expect(await send(operation, body('late'), 'key 5')).toMatchObject({ replayed: false });
  });

  test('is made again after a day', async () => {
    const { reply } = await send(operation, body('first'), 'key 6');
    await fixture.pool.query(
      `update idempotency_keys set created_at = now() - interval '24 hours' where key = 'key 6'`,
    );
    expect((await send(operation, body('second'), 'key 6')).reply.id).not.toBe(reply.id);
  });
});

test('a creation refused for a taken name leaves its key unused', async () => {
  const { reply } = await send(operations.createProjectServer, web('occupied'), '');
  await expect(send(operations.createProjectServer, web('occupied'), 'key 7')).rejects.toMatchObject({
    code: 'CONFLICT',
    details: undefined,
  });
  await fixture.call(operations.deleteProjectServer, { ...project(), serverId: reply.id });
  expect(await send(operations.createProjectServer, web('occupied'), 'key 7')).toMatchObject({ replayed: false });
});

test('a repetition gets the same answer after the server was deleted', async () => {
  const { reply } = await send(operations.createProjectServer, web('short-lived'), 'key 8');
  await fixture.call(operations.deleteProjectServer, { ...project(), serverId: reply.id });
  expect(await send(operations.createProjectServer, web('short-lived'), 'key 8')).toEqual({ reply, replayed: true });
});

test('the key of a deleted project is deleted with it', async () => {
  const { reply } = await send(operations.createProject, { name: 'short-lived' }, 'key 8');
  await fixture.call(operations.deleteProject, { projectId: reply.id }, {}, { ...fixture.ada, projectId: reply.id });
  while (await purgeSome(fixture.pool, purgeSteps));
  const again = await send(operations.createProject, { name: 'short-lived' }, 'key 8');
  expect([again.replayed, again.reply.id === reply.id]).toEqual([false, false]);
});

test('other credentials under one key are another request', async () => {
  await send(operations.createProjectServer, { ...web('same credentials'), headers: { a: '1', b: '2' } }, 'key 10');
  expect(
    await send(operations.createProjectServer, { ...web('same credentials'), headers: { b: '2', a: '1' } }, 'key 10'),
  ).toMatchObject({ replayed: true });
  await expect(
    send(operations.createProjectServer, { ...web('same credentials'), headers: { a: '1', b: '3' } }, 'key 10'),
  ).rejects.toMatchObject({ details: { reason: 'IDEMPOTENCY_CONFLICT' } });
});

test("the mark of credentials depends on the installation's key", () => {
  const marks = [fixture.keyEncryptionKey, Buffer.alloc(32)].map((key) =>
    credentialsMark({ headers: { a: '1' } }, key),
  );
  expect(new Set(marks).size).toBe(2);
});

test('stored replies hold no credentials', async () => {
  await send(operations.createProjectServer, web('secretive'), 'key 9');
  const { rows } = await fixture.pool.query('select to_jsonb(k)::text as row from idempotency_keys k');
  expect(rows.length).toBeGreaterThan(0);
  expect(JSON.stringify(rows)).not.toContain('secret-of-the-header');
});
