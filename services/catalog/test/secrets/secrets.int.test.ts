import type { Role } from '@assay/contract/access';
import { given } from '@assay/contract/given';
import { DirectoryService, SecretsService } from '@assay/mesh/gen/assay/v1/catalog';
import { operations } from '@assay/contract/operations';
import { unseal } from '@assay/kit/security/seal';
import type { Caller } from '@assay/kit/security/caller';
import { watchAudit } from '@assay/testkit/audit/watch-audit';
import { startTestCatalog, type TestCatalog } from '../support/start.ts';

let fixture: TestCatalog;
beforeAll(async () => {
  fixture = await startTestCatalog();
});
afterAll(() => fixture.stop());

let count = 0;
const VALUE = 'the-value-of-a-secret';
const project = () => ({ projectId: fixture.projectId });
const at = (secretId: string) => ({ ...project(), secretId });
const as = (role: Role): Caller => ({ ...fixture.ada, role });
const save = (more: object = {}) =>
  fixture.call(operations.createSecret, project(), { name: `secret ${++count}`, value: VALUE, ...more });
const edit = (secretId: string, patch: object) => fixture.call(operations.updateSecret, at(secretId), patch);
const read = (secretId: string) => fixture.call(operations.getSecret, at(secretId));
const remove = (secretId: string) => fixture.call(operations.deleteSecret, at(secretId));
const http = (more: object = {}) => ({
  name: `server ${++count}`,
  enabled: true,
  transportType: 'http',
  url: 'https://mcp.example/mcp',
  ...more,
});
const saveServer = (server: object, caller: Caller = fixture.ada) =>
  fixture.call(operations.createProjectServer, project(), server, caller);
const editServer = (serverId: string, patch: object, caller: Caller = fixture.ada) =>
  fixture.call(operations.updateProjectServer, { ...project(), serverId }, patch, caller);
const bearer = (secretId: string) => ({ authorization: { secretId, prefix: 'Bearer ' } });

/** The credentials that diagnostics and runners open. */
async function credentialsOf(serverId: string): Promise<object> {
  const { servers } = await fixture.mesh.call(DirectoryService.resolveServers, {
    ...project(),
    serverIds: [serverId],
  });
  const opened = unseal(servers[0]!.sealedCredentials, fixture.keyEncryptionKey, `server:${serverId}`);
  return JSON.parse(opened.toString()) as object;
}
const headersWith = (secretId: string, value: string) => ({
  headers: { authorization: `Bearer ${value}` },
  secrets: { [secretId]: value },
});

describe('A secret', () => {
  test('is read without its value', async () => {
    const made = await save({ name: 'Weather key', description: 'of the staging account' });
    const expected = {
      id: made.id,
      ...project(),
      name: 'Weather key',
      description: 'of the staging account',
      revision: 1,
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
      rotatedAt: expect.any(Number),
    };
    expect(made).toEqual(expected);
    expect(await read(made.id)).toEqual({ ...expected, usedBy: { servers: [] } });
    const { items } = await fixture.call(operations.listSecrets, project(), { limit: 1 });
    expect(items).toEqual([expected]);
  });

  test('is not in the audit log, the events or the idempotency keys with its value', async () => {
    const target = { ...project(), idempotencyKey: 'a key' };
    const input = { name: 'Audited', value: 'a-value-never-shown' };
    const made = await fixture.call(operations.createSecret, target, input);
    expect(await fixture.call(operations.createSecret, target, input)).toEqual(made);
    await expect(fixture.call(operations.createSecret, target, { ...input, value: 'other' })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'IDEMPOTENCY_CONFLICT' },
    });
    await edit(made.id, { value: 'another-value-never-shown' });
    const { rows } = await fixture.pool.query<{ text: string }>(
      `select encode(value, 'escape') as text from outbox union all select reply::text from idempotency_keys
       union all select secrets::text from secrets`,
    );
    const written = rows.map(({ text }) => text).join('\n');
    expect(written).toContain(made.id);
    expect(written).not.toContain('never-shown');
  });

  test.each([
    ['in the same letters', 'Taken \u2764'],
    ['in another case', 'tAKEN \u2764'],
    ['with a sign that cannot be seen', 'Taken \u2764\ufe0f'],
  ])('of the name of another one, %s, is refused', async (_, name) => {
    await save({ name: 'Taken \u2764' }).catch(() => undefined);
    await expect(save({ name })).rejects.toMatchObject({ code: 'CONFLICT', message: expect.stringContaining(name) });
    const { id } = await save();
    await expect(edit(id, { name })).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test.each<[string, object, string]>([
    ['without a value', { value: undefined }, '/value'],
    ['with an empty value', { value: '' }, '/value'],
    ['with a value that is too long', { value: 'v'.repeat(32_769) }, '/value'],
    ['with NUL in its value', { value: 'a\0b' }, '/value'],
    ['with half a character in its value', { value: 'a\ud800b' }, '/value'],
    ['with a long name', { name: 'n'.repeat(101) }, '/name'],
    ['with an invisible name', { name: '\u200b' }, '/name'],
    ['with a field that is not known', { values: 'x' }, '/values'],
  ])('%s is refused', async (_, fields, path) => {
    const error = await save(fields).catch((each: unknown) => each as { details: { issues: { path: string }[] } });
    expect(error).toMatchObject({ code: 'VALIDATION_ERROR', details: { issues: [{ path }] } });
    expect(JSON.stringify(error)).not.toContain('vvvv');
  });

  test('with a value of the longest length and of any characters is kept', async () => {
    const value = `${'é\n'.repeat(16_383)}🔑`;
    const { id } = await save({ value });
    const server = await saveServer({
      name: `command ${++count}`,
      enabled: true,
      transportType: 'stdio',
      command: 'true',
      env: { TOKEN: { secretId: id } },
    });
    expect(server.envSecrets).toEqual({ TOKEN: { secretId: id } });
    expect(await credentialsOf(server.id)).toMatchObject({ env: { TOKEN: value } });
  });

  test('changes under the revision that was read', async () => {
    const { id } = await save();
    const renamed = await edit(id, { name: `renamed ${++count}`, expectedRevision: 1 });
    expect(renamed).toMatchObject({ revision: 2, name: `renamed ${count}` });
    await expect(edit(id, { description: 'late', expectedRevision: 1 })).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { expectedRevision: 1, currentRevision: 2 },
    });
    const described = await edit(id, { description: 'd' });
    expect(described.rotatedAt).toBe(renamed.rotatedAt);
    expect(await edit(id, { description: null })).not.toHaveProperty('description');
  });

  test('keeps its revision when a change has no effect', async () => {
    const made = await save({ description: 'd' });
    const told = await watchAudit(fixture.pool);
    expect(await edit(made.id, { name: made.name, description: 'd' })).toEqual(made);
    expect(await told()).toEqual([]);
  });

  test('of two rotations under one revision takes exactly one', async () => {
    const { id } = await save();
    const { id: serverId } = await saveServer(http({ headers: bearer(id) }));
    const values = ['value-of-the-first', 'value-of-the-second'];
    const ends = await Promise.allSettled(values.map((value) => edit(id, { value, expectedRevision: 1 })));
    expect(ends.map(({ status }) => status).toSorted()).toEqual(['fulfilled', 'rejected']);
    const kept = values[ends.findIndex(({ status }) => status === 'fulfilled')]!;
    expect(await credentialsOf(serverId)).toEqual(headersWith(id, kept));
  });

  test('of another project is not found', async () => {
    const { id } = await save();
    const { id: projectId } = await fixture.call(operations.createProject, {}, { name: 'Other' });
    const elsewhere = { ...fixture.ada, projectId };
    const target = { projectId, secretId: id };
    for (const ask of [
      () => fixture.call(operations.getSecret, target, {}, elsewhere),
      () => fixture.call(operations.updateSecret, target, { value: 'v' }, elsewhere),
      () => fixture.call(operations.deleteSecret, target, {}, elsewhere),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(
      fixture.call(operations.createProjectServer, { projectId }, http({ headers: bearer(id) }), elsewhere),
    ).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/headers/authorization/secretId' }] },
    });
  });

  test('beyond the 500th of a project is refused, also when several are saved at once', async () => {
    const { id: projectId } = await fixture.call(operations.createProject, {}, { name: 'Full' });
    await fixture.pool.query(
      `insert into secrets (id, project_id, name, folded_name, sealed_value) select 'full_' || i, $1, i, i, '' from generate_series(1, 498) i`,
      [projectId],
    );
    const saves = ['a', 'b', 'c', 'd'].map((name) =>
      fixture.call(operations.createSecret, { projectId }, { name, value: VALUE }, { ...fixture.ada, projectId }),
    );
    const ends = await Promise.allSettled(saves);
    expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
    expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
      reason: { code: 'CONFLICT', details: { limit: 'secrets', allowedValue: 500, currentValue: 500 } },
    });
  });

  test('is written by admins alone', async () => {
    const { id } = await save();
    const member = as('member');
    for (const ask of [
      () => fixture.call(operations.createSecret, project(), { name: 'mine', value: 'v' }, member),
      () => fixture.call(operations.updateSecret, at(id), { value: 'v' }, member),
      () => fixture.call(operations.deleteSecret, at(id), {}, member),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'FORBIDDEN' });
    expect(await fixture.call(operations.getSecret, at(id), {}, as('viewer'))).toMatchObject({ id });
  });

  test('goes with its project', async () => {
    const { id: projectId } = await fixture.call(operations.createProject, {}, { name: 'Closed' });
    const inside = { ...fixture.ada, projectId, role: 'owner' as const };
    const { id } = await fixture.call(operations.createSecret, { projectId }, { name: 'n', value: 'v' }, inside);
    await fixture.call(operations.createProjectServer, { projectId }, http({ headers: bearer(id) }), inside);
    await fixture.call(operations.deleteProject, { projectId }, {}, inside);
    const { rowCount } = await fixture.pool.query('select from secrets where id = $1', [id]);
    expect(rowCount).toBe(0);
  });
});

describe('A server', () => {
  test('sends the value of the secret that it refers to, and shows the reference', async () => {
    const { id } = await save();
    const server = await saveServer(http({ headers: { ...bearer(id), 'x-plain': 'plain' } }));
    expect(server).toMatchObject({ headerNames: ['authorization', 'x-plain'], headerSecrets: bearer(id) });
    expect(server).not.toHaveProperty('envSecrets');
    expect(JSON.stringify(server)).not.toContain(VALUE);
    const { headers, secrets } = headersWith(id, VALUE);
    expect(await credentialsOf(server.id)).toEqual({ headers: { ...headers, 'x-plain': 'plain' }, secrets });
    expect((await read(id)).usedBy).toEqual({
      servers: [{ id: server.id, name: server.name, headerNames: ['authorization'], envNames: [] }],
    });
  });

  test('sends the new value after a rotation', async () => {
    const { id } = await save();
    const [bound, other] = [
      await saveServer(http({ headers: bearer(id) })),
      await saveServer(http({ headers: { a: VALUE } })),
    ];
    const rotated = await edit(id, { value: 'the-rotated-value' });
    expect(rotated.revision).toBe(2);
    expect(await credentialsOf(bound.id)).toEqual(headersWith(id, 'the-rotated-value'));
    expect(await credentialsOf(other.id)).toEqual({ headers: { a: VALUE } });
    // A later change of the server keeps it.
    await editServer(bound.id, { timeout: 5_000 });
    expect(await credentialsOf(bound.id)).toEqual(headersWith(id, 'the-rotated-value'));
  });

  test('keeps sending the former value after a rename', async () => {
    const { id } = await save();
    const server = await saveServer(http({ headers: bearer(id) }));
    await edit(id, { name: `renamed ${++count}` });
    expect(await credentialsOf(server.id)).toEqual(headersWith(id, VALUE));
  });

  test('refuses a value that no header may hold, in the reference and in the rotation', async () => {
    const [lines, { id }] = [await save({ value: 'one\ntwo' }), await save()];
    await expect(saveServer(http({ headers: bearer(lines.id) }))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path: '/headers/authorization' }] },
    });
    const server = await saveServer(http({ headers: bearer(id) }));
    await expect(edit(id, { value: 'one\ntwo' })).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      message: expect.stringContaining(server.name),
      details: { issues: [{ path: '/value' }] },
    });
    expect(await credentialsOf(server.id)).toEqual(headersWith(id, VALUE));
    expect(await read(id)).toMatchObject({ revision: 1 });
  });

  test.each<[string, object, string]>([
    ['without an id', { a: { prefix: 'x' } }, '/headers/a/secretId'],
    ['with a field that is not known', { a: { secretId: 's', suffix: 'x' } }, '/headers/a/suffix'],
    ['with a line break in its prefix', { a: { secretId: 's', prefix: 'x\n' } }, '/headers/a/prefix'],
    ['to no secret', { a: { secretId: 'secret_none' } }, '/headers/a/secretId'],
    ['that is a list', { a: ['s'] }, '/headers/a'],
  ])('refuses a reference %s', async (_, headers, path) => {
    await expect(saveServer(http({ headers }))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
      details: { issues: [{ path }] },
    });
  });

  test('that is saved again under an idempotency key after a rotation is the first one', async () => {
    const { id } = await save();
    const [target, server] = [{ ...project(), idempotencyKey: 'once' }, http({ headers: bearer(id) })];
    const first = await fixture.call(operations.createProjectServer, target, server);
    await edit(id, { value: 'the-rotated-value' });
    expect((await fixture.call(operations.createProjectServer, target, server)).id).toBe(first.id);
  });
});

describe('A member who is no admin', () => {
  const refused = { code: 'FORBIDDEN', details: { reason: 'SECRETS_NEED_ADMIN' } };

  test('gives no secret to a server', async () => {
    const [{ id }, other] = [await save(), await save()];
    await expect(saveServer(http({ headers: bearer(id) }), as('member'))).rejects.toMatchObject(refused);
    const { id: serverId } = await saveServer(http({ headers: bearer(id) }));
    const moved = { url: 'https://mine.example/mcp', headers: bearer(id) };
    await expect(editServer(serverId, moved, as('member'))).rejects.toMatchObject(refused);
    await expect(editServer(serverId, { headers: bearer(other.id) }, as('member'))).rejects.toMatchObject(refused);
    await expect(editServer(serverId, { url: 'https://mine.example/mcp' }, as('member'))).rejects.toMatchObject({
      code: 'VALIDATION_ERROR',
    });
    expect(await credentialsOf(serverId)).toEqual(headersWith(id, VALUE));
  });

  test('changes a server that keeps its secret, and takes the secret away', async () => {
    const { id } = await save();
    const { id: serverId } = await saveServer(http({ headers: bearer(id) }));
    await editServer(serverId, { url: 'https://mcp.example/v2', headers: { 'x-key': { secretId: id } } }, as('member'));
    expect(await credentialsOf(serverId)).toEqual({ headers: { 'x-key': VALUE }, secrets: { [id]: VALUE } });
    expect(await editServer(serverId, { headers: null }, as('member'))).not.toHaveProperty('headerSecrets');
    expect((await read(id)).usedBy).toEqual({ servers: [] });
  });
});

describe('The deletion of a secret', () => {
  test('is refused while a server uses it, naming the server', async () => {
    const { id } = await save();
    const { id: serverId, name } = await saveServer(http({ headers: bearer(id) }));
    await expect(remove(id)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { reason: 'SECRET_IN_USE', servers: [{ id: serverId, name }] },
    });
    await fixture.call(operations.deleteProjectServer, { ...project(), serverId });
    expect(await remove(id)).toEqual({ id, deleted: true });
    await expect(read(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(remove(id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('at the moment when a server is given it leaves no dangling reference', async () => {
    for (let round = 0; round < 8; round++) {
      const { id } = await save();
      const { id: serverId } = await saveServer(http());
      const [bound, deleted] = await Promise.allSettled([editServer(serverId, { headers: bearer(id) }), remove(id)]);
      expect([bound.status, deleted.status].toSorted()).toEqual(['fulfilled', 'rejected']);
      const server = await fixture.call(operations.getProjectServer, { ...project(), serverId });
      expect(server.headerSecrets).toEqual(bound.status === 'fulfilled' ? bearer(id) : undefined);
    }
  });

  test('or rotation at the moment when a server changes does not fail', async () => {
    const { id } = await save();
    const { id: serverId } = await saveServer(http({ headers: bearer(id) }));
    for (let round = 0; round < 8; round++)
      await Promise.all([
        edit(id, { value: `value-of-round-${round}` }),
        editServer(serverId, { headers: bearer(id), timeout: 1_000 + round }),
        editServer(serverId, { enabled: round % 2 === 0 }),
      ]);
    expect(await credentialsOf(serverId)).toEqual(headersWith(id, 'value-of-round-7'));
  });
});

test('other services find secrets by their ids, without values', async () => {
  const [one, two] = [await save(), await save()];
  const find = (caller: Caller) =>
    fixture.mesh.call(
      SecretsService.findSecrets,
      { ...project(), secretIds: [two.id, 'secret_none', one.id] },
      { caller },
    );
  expect((await find(fixture.ada)).secrets).toEqual([two, one].map(({ id, name }) => ({ id, name })));
  await expect(find({ ...fixture.ada, organizationId: 'org_other' })).rejects.toMatchObject({ code: 'NOT_FOUND' });
});

test('runners get the present values of secrets, sealed for the server that asks for them', async () => {
  const { id } = await save();
  const request = { ...project(), serverId: 'srv_declared', secretIds: [id, 'secret_none'] };
  const seal = (service: string, organizationId?: string) =>
    fixture.mesh.call(SecretsService.sealSecrets, request, {
      caller: { requestId: 'req', service, ...given({ organizationId }) },
    });
  await edit(id, { value: 'rotated' });
  const { sealedCredentials } = await seal('runner');
  const opened = unseal(sealedCredentials, fixture.keyEncryptionKey, 'server:srv_declared');
  expect(JSON.parse(opened.toString())).toEqual({ secrets: { [id]: 'rotated' } });
  await expect(seal('environments')).rejects.toMatchObject({ code: 'FORBIDDEN' });
  await expect(seal('runner', 'org_other')).rejects.toMatchObject({ code: 'NOT_FOUND' });
});
