import type { Operation } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import { watchAudit } from '@assay/testkit/audit/watch-audit';
import { startTestEnvironments, type TestEnvironments } from '../support/start.ts';
import { storedClient, storedServerGroup } from '../support/stored.ts';

let fixture: TestEnvironments;
let hostId: string;
beforeAll(async () => {
  fixture = await startTestEnvironments();
  hostId = await storedClient(fixture.pool, { name: 'Desktop' });
});
afterAll(() => fixture.stop());

const requests = (list: [Operation, object][]) => list;
const project = { projectId: 'prj_1' };
const target = (environmentId: string) => ({ ...project, environmentId });
const create = (name: string, settings: object = {}, idempotencyKey = '') =>
  fixture.call(operations.createEnvironment, { ...project, idempotencyKey }, { name, hostId, ...settings });
const read = (id: string) => fixture.call(operations.getEnvironment, target(id));
const update = (id: string, expectedRevision: number, patch: object) =>
  fixture.call(operations.updateEnvironment, target(id), { expectedRevision, ...patch });
const archive = (id: string, expectedRevision: number) =>
  fixture.call(operations.archiveEnvironment, target(id), { expectedRevision });
const restore = (id: string, expectedRevision: number) =>
  fixture.call(operations.restoreEnvironment, target(id), { expectedRevision });
const resolve = (id: string) => fixture.call(operations.resolveEnvironment, target(id));
const ensureAdhoc = (settings: object) =>
  fixture.call(operations.ensureAdhocEnvironment, project, { hostId, ...settings });
const list = (query: object = {}) => fixture.call(operations.listEnvironments, project, query);
const idsOf = ({ items }: { items: { id: string }[] }) => items.map(({ id }) => id);
const conflict = (details: object = {}) => ({ code: 'CONFLICT', ...(Object.keys(details).length > 0 && { details }) });

describe('an environment', () => {
  test('is created with its settings, and resolves to what a launch uses', async () => {
    const serverAttachmentId = await storedServerGroup(fixture.pool, ['srv_files']);
    const made = await create('staging', { serverAttachmentId, modelId: 'scripted/other', description: 'for tests' });
    expect(made).toEqual({
      id: expect.stringMatching(/^env_/),
      projectId: 'prj_1',
      name: 'staging',
      description: 'for tests',
      hostId,
      serverAttachmentId,
      modelId: 'scripted/other',
      revision: 1,
      archived: false,
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    });
    expect(await read(made.id)).toEqual(made);
    expect(await resolve(made.id)).toEqual({
      environment: { id: made.id, name: 'staging', revision: 1 },
      hostId,
      hostName: 'Desktop',
      hostConfigId: `cfg ${hostId}`,
      modelId: 'scripted/other',
      effectiveModelId: 'scripted/other',
      modelSource: 'environment',
      serverAttachmentId,
      selectedServerIds: ['srv_files'],
      effectiveServerIds: ['srv_files'],
      pluginVersions: [],
      skills: [],
      servers: [{ serverId: 'srv_files', name: 'files' }],
    });
  });

  test('is created once per idempotency key', async () => {
    const first = await create('keyed', {}, 'key 1');
    expect(await create('keyed', {}, 'key 1')).toEqual(first);
    await expect(create('keyed', { modelId: 'scripted/x' }, 'key 1')).rejects.toMatchObject(conflict());
  });

  test('has a name that no other one has in another case or with invisible characters', async () => {
    await create('Prod \u{1f469}\u200d\u{1f680}');
    for (const name of ['prod \u{1f469}\u200d\u{1f680}', 'PROD \u{1f469}\u{1f680}'])
      await expect(create(name)).rejects.toMatchObject(conflict());
    await expect(create('Prod\u200b')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('names its client by its name without regard to case, and shows its id', async () => {
    const made = await create('by name', { hostId: 'DESKTOP' });
    expect(made.hostId).toBe(hostId);
    expect(await update(made.id, 1, { hostId: 'desktop', description: 'x' })).toMatchObject({ hostId });
    expect((await ensureAdhoc({ hostId: 'Desktop' })).environment.hostId).toBe(hostId);
  });

  test('names a client and a server group of its own project', async () => {
    const foreignClient = await storedClient(fixture.pool, { projectId: 'prj_2' });
    const foreignGroup = await storedServerGroup(fixture.pool, ['srv_other'], 'prj_2');
    await expect(create('a', { hostId: foreignClient })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      details: { hostId: foreignClient },
    });
    await expect(create('a', { serverAttachmentId: foreignGroup })).rejects.toMatchObject({
      code: 'NOT_FOUND',
      details: { serverAttachmentId: foreignGroup },
    });
    const { id } = await create('b');
    await expect(update(id, 1, { hostId: foreignClient })).rejects.toMatchObject({ code: 'NOT_FOUND' });
    await expect(update(id, 1, { serverAttachmentId: foreignGroup })).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is not found by another project', async () => {
    const { id } = await create('mine');
    const foreign = { projectId: 'prj_2', environmentId: id };
    for (const [operation, input] of requests([
      [operations.getEnvironment, {}],
      [operations.resolveEnvironment, {}],
      [operations.listEnvironmentRevisions, {}],
      [operations.updateEnvironment, { expectedRevision: 1, name: 'theirs' }],
      [operations.archiveEnvironment, { expectedRevision: 1 }],
      [operations.restoreEnvironment, { expectedRevision: 1 }],
      [operations.nameEnvironment, { expectedRevision: 1, name: 'theirs' }],
    ]))
      await expect(fixture.call(operation, foreign, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    expect(await fixture.call(operations.listEnvironments, { projectId: 'prj_2' })).toEqual({ items: [] });
  });

  test('is written by administrators and read by viewers', async () => {
    const { id } = await create('guarded');
    const asked = (role: 'member' | 'viewer') => fixture.callerOf('prj_1', role);
    expect(await fixture.call(operations.resolveEnvironment, target(id), {}, asked('viewer'))).toMatchObject({
      hostId,
    });
    for (const [operation, input] of requests([
      [operations.createEnvironment, { name: 'x', hostId }],
      [operations.ensureAdhocEnvironment, { hostId }],
      [operations.updateEnvironment, { expectedRevision: 1, name: 'x' }],
      [operations.archiveEnvironment, { expectedRevision: 1 }],
    ]))
      await expect(fixture.call(operation, target(id), input, asked('member'))).rejects.toMatchObject({
        code: 'FORBIDDEN',
      });
  });
});

describe('a PATCH of an environment', () => {
  test('leaves alone what it does not name, replaces values and clears null', async () => {
    const serverAttachmentId = await storedServerGroup(fixture.pool, ['srv_files']);
    const { id } = await create('patched', { serverAttachmentId, modelId: 'scripted/other', description: 'old' });
    const after = await update(id, 1, { description: 'new', modelId: null });
    expect(after).toMatchObject({ name: 'patched', description: 'new', serverAttachmentId, revision: 2 });
    expect(after).not.toHaveProperty('modelId');
    expect(await update(id, 2, { serverAttachmentId: null })).not.toHaveProperty('serverAttachmentId');
    expect(await resolve(id)).toMatchObject({ selectedServerIds: ['srv_everything'], modelSource: 'host' });
  });

  test('keeps a model without the blanks around it', async () => {
    const { id } = await create('padded', { modelId: ' scripted/other ' });
    expect(await resolve(id)).toMatchObject({ effectiveModelId: 'scripted/other' });
    expect(await update(id, 1, { modelId: 'scripted/other ' })).toMatchObject({ revision: 1 });
  });

  test('needs a field to change, and refuses empty lists and unknown fields', async () => {
    const { id } = await create('refused');
    for (const patch of [
      {},
      { pluginVersionIds: [] },
      { modelId: ' ' },
      { modelId: 'a\0b' },
      { name: null },
      { color: 'red' },
    ])
      await expect(update(id, 1, patch)).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('makes no revision when it has no effect', async () => {
    const { id } = await create('same', { description: 'x' });
    expect(await update(id, 1, { description: 'x' })).toMatchObject({ revision: 1 });
  });

  test('of two from the same revision wins once, and the other one is told the present revision', async () => {
    const { id } = await create('edited twice');
    const edits = await Promise.allSettled(['left', 'right'].map((description) => update(id, 1, { description })));
    expect(edits.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { reason } = edits.find((edit) => edit.status === 'rejected')!;
    expect(reason).toMatchObject(conflict({ currentRevision: 2 }));
    const { items } = await fixture.call(operations.listEnvironmentRevisions, target(id));
    expect(items).toHaveLength(2);
  });

  test('never shows a resolve parts of two revisions', async () => {
    const group = await storedServerGroup(fixture.pool, ['srv_files']);
    const { id } = await create('moving');
    const states = [
      { serverAttachmentId: group, modelId: 'scripted/files' },
      { serverAttachmentId: null, modelId: null },
    ];
    const edits = (async () => {
      for (let revision = 1; revision <= 20; revision++) await update(id, revision, states[(revision + 1) % 2]!);
    })();
    const seen = [];
    for (let i = 0; i < 20; i++) seen.push(await resolve(id));
    await edits;
    for (const { environment, effectiveModelId, selectedServerIds } of seen) {
      const ofGroup = environment.revision % 2 === 0;
      expect([effectiveModelId, selectedServerIds]).toEqual(
        ofGroup ? ['scripted/files', ['srv_files']] : ['scripted/echo', ['srv_everything']],
      );
    }
  });
});

describe('an archived environment', () => {
  test('is hidden from the list, cannot be launched, and comes back', async () => {
    const { id } = await create('seasonal');
    expect(await archive(id, 1)).toMatchObject({ archived: true, archivedAt: expect.any(Number), revision: 2 });
    expect(idsOf(await list())).not.toContain(id);
    expect(idsOf(await list({ includeArchived: 'true' }))).toContain(id);
    await expect(resolve(id)).rejects.toMatchObject(conflict({ code: 'ENV_ARCHIVED' }));
    await expect(archive(id, 2)).rejects.toMatchObject(conflict());
    await expect(restore(id, 1)).rejects.toMatchObject(conflict({ currentRevision: 2 }));
    const restored = await restore(id, 2);
    expect(restored).toMatchObject({ archived: false, revision: 3 });
    expect(restored).not.toHaveProperty('archivedAt');
    await expect(restore(id, 3)).rejects.toMatchObject(conflict());
  });

  test('gives its name free, and is restored under another one', async () => {
    const { id } = await create('contested');
    await archive(id, 1);
    await create('CONTESTED');
    await expect(restore(id, 2)).rejects.toMatchObject(conflict());
    await update(id, 2, { name: 'uncontested' });
    expect(await restore(id, 3)).toMatchObject({ name: 'uncontested', archived: false });
  });

  test('is restored with another client when its client was deleted', async () => {
    const { pool } = fixture;
    const doomed = await storedClient(pool);
    const { id } = await create('clientless', { hostId: doomed });
    await expect(pool.query('delete from clients where id = $1', [doomed])).rejects.toMatchObject({ code: '23503' });
    await archive(id, 1);
    await pool.query('delete from clients where id = $1', [doomed]);
    await expect(restore(id, 2)).rejects.toMatchObject(conflict({ code: 'ENV_CLIENT_MISSING', hostId: doomed }));
    await update(id, 2, { hostId });
    expect(await restore(id, 3)).toMatchObject({ archived: false });
  });
});

describe('an ad-hoc environment', () => {
  test('is the same one for equal settings, and is not listed', async () => {
    const first = await ensureAdhoc({ modelId: 'scripted/adhoc' });
    expect(first).toMatchObject({ created: true, environment: { name: null, adhoc: true, revision: 1 } });
    expect(await ensureAdhoc({ modelId: 'scripted/adhoc' })).toEqual({ ...first, created: false });
    expect((await ensureAdhoc({ modelId: 'scripted/else' })).environment.id).not.toBe(first.environment.id);
    expect(idsOf(await list({ includeArchived: 'true' }))).not.toContain(first.environment.id);
    expect(await resolve(first.environment.id)).toMatchObject({ environment: { name: null, revision: 1 } });
  });

  test('is made once by requests at the same time', async () => {
    const ensured = await Promise.all(Array.from({ length: 8 }, () => ensureAdhoc({ modelId: 'scripted/rush' })));
    expect(new Set(ensured.map(({ environment }) => environment.id)).size).toBe(1);
    expect(ensured.filter(({ created }) => created)).toHaveLength(1);
  });

  test('never changes until it is named', async () => {
    const { id } = (await ensureAdhoc({ modelId: 'scripted/fixed' })).environment;
    await expect(update(id, 1, { description: 'x' })).rejects.toMatchObject(conflict());
    await expect(archive(id, 1)).rejects.toMatchObject(conflict());
    const name = (expectedRevision: number, text: string) =>
      fixture.call(operations.nameEnvironment, target(id), { expectedRevision, name: text, description: 'kept' });
    await create('taken');
    await expect(name(1, 'TAKEN')).rejects.toMatchObject(conflict());
    await expect(name(2, 'named')).rejects.toMatchObject(conflict({ currentRevision: 1 }));
    const named = await name(1, 'named');
    expect(named).toMatchObject({ id, name: 'named', description: 'kept', revision: 2 });
    expect(named).not.toHaveProperty('adhoc');
    await expect(name(2, 'again')).rejects.toMatchObject(conflict());
    expect(idsOf(await list())).toContain(id);
    expect((await ensureAdhoc({ modelId: 'scripted/fixed' })).environment.id).not.toBe(id);
  });
});

test('the revisions have each state, its author and its changes, newest first', async () => {
  const { id } = await create('history');
  await update(id, 1, { modelId: 'scripted/other', description: 'x' });
  await archive(id, 2);
  const { items } = await fixture.call(operations.listEnvironmentRevisions, target(id));
  expect(items).toEqual([
    {
      revision: 3,
      createdAt: expect.any(Number),
      createdBy: 'usr_1',
      changed: ['/archived'],
      environment: expect.objectContaining({ archived: true }),
    },
    expect.objectContaining({ revision: 2, changed: expect.arrayContaining(['/modelId', '/description']) }),
    {
      revision: 1,
      createdAt: expect.any(Number),
      createdBy: 'usr_1',
      changed: [],
      environment: { name: 'history', hostId, archived: false },
    },
  ]);
});

test('the list comes in pages that do not overlap', async () => {
  for (let i = 0; i < 3; i++) await create(`page ${i}`);
  const first = await list({ limit: '2' });
  const second = await list({ limit: '2', cursor: first.nextCursor });
  expect(new Set([...idsOf(first), ...idsOf(second)]).size).toBe(4);
  await expect(list({ includeArchived: 'true', cursor: first.nextCursor })).rejects.toMatchObject({
    code: 'VALIDATION_ERROR',
  });
});

test('every write is in the audit log, and a write without an effect is not', async () => {
  const told = await watchAudit(fixture.pool);
  const { id } = await create('audited');
  await update(id, 1, { description: 'x' });
  await update(id, 2, { description: 'x' });
  await archive(id, 2);
  expect(await told()).toMatchObject([
    { operation: 'CreateEnvironment', target: { environmentId: id }, after: { name: 'audited' } },
    { operation: 'UpdateEnvironment', after: { description: 'x' } },
    { operation: 'ArchiveEnvironment', before: { archived: false }, after: { archived: true } },
  ]);
});
