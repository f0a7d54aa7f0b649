import type { Operation } from '@assay/contract/operation';
import { operations } from '@assay/contract/operations';
import { startTestEnvironments, type TestEnvironments } from '../support/start.ts';
import { storedClient, storedEnvironment } from '../support/stored.ts';

let fixture: TestEnvironments;
beforeAll(async () => {
  fixture = await startTestEnvironments();
});
afterAll(() => fixture.stop());

const requests = (list: [Operation, object][]) => list;
const project = { projectId: 'prj_1' };
const target = (serverGroupId: string) => ({ ...project, serverGroupId });
const create = (name: string, serverIds = ['srv_everything'], idempotencyKey = '') =>
  fixture.call(operations.createServerGroup, { ...project, idempotencyKey }, { name, serverIds });
const read = (id: string) => fixture.call(operations.getServerGroup, target(id));
const update = (id: string, change: object) => fixture.call(operations.updateServerGroup, target(id), change);
const remove = (id: string) => fixture.call(operations.deleteServerGroup, target(id));
const snapshot = (id: string) => fixture.call(operations.snapshotServerGroup, target(id));
const conflict = (details: object) => ({ code: 'CONFLICT', details });

describe('a server group', () => {
  test('is created, read, edited and deleted', async () => {
    const made = await create('both', ['srv_everything', 'srv_files', 'srv_everything']);
    expect(made).toEqual({
      id: expect.stringMatching(/^srvgroup_/),
      projectId: 'prj_1',
      name: 'both',
      serverIds: ['srv_everything', 'srv_files'],
      revision: 1,
      createdAt: expect.any(Number),
      updatedAt: expect.any(Number),
    });
    expect(await read(made.id)).toEqual(made);
    const edited = await update(made.id, { expectedRevision: 1, serverIds: ['srv_files'] });
    expect(edited).toMatchObject({ name: 'both', serverIds: ['srv_files'], revision: 2 });
    expect(await remove(made.id)).toEqual({ id: made.id, deleted: true });
    await expect(read(made.id)).rejects.toMatchObject({ code: 'NOT_FOUND' });
  });

  test('is created once per idempotency key', async () => {
    const first = await create('keyed', undefined, 'key 1');
    expect(await create('keyed', undefined, 'key 1')).toEqual(first);
    await expect(create('keyed otherwise', undefined, 'key 1')).rejects.toMatchObject({ code: 'CONFLICT' });
  });

  test('has a name that no other group has in another case or with invisible characters', async () => {
    const { id } = await create('Fleet');
    for (const name of ['fleet', 'FLEET', ' Fleet '])
      await expect(create(name)).rejects.toMatchObject({ code: 'CONFLICT' });
    await expect(create('Fl\u200beet')).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
    const other = await create('Navy');
    await expect(update(other.id, { expectedRevision: 1, name: 'fleet' })).rejects.toMatchObject({ code: 'CONFLICT' });
    expect(await update(id, { expectedRevision: 1, name: 'FLEET' })).toMatchObject({ name: 'FLEET', revision: 2 });
  });

  test('refuses servers that the project does not have', async () => {
    const refusal = { code: 'VALIDATION_ERROR', details: { issues: [{ path: '/serverIds/1' }] } };
    await expect(create('foreign', ['srv_files', 'srv_other'])).rejects.toMatchObject(refusal);
    const { id } = await create('own');
    const change = { expectedRevision: 1, serverIds: ['srv_files', 'srv_gone'] };
    await expect(update(id, change)).rejects.toMatchObject(refusal);
    await expect(create('none', [])).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('keeps its revision when an edit has no effect', async () => {
    const { id } = await create('unchanged');
    expect(await update(id, { expectedRevision: 1, name: 'unchanged' })).toMatchObject({ revision: 1 });
    await expect(update(id, { expectedRevision: 1 })).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
  });

  test('takes one of two edits of the same revision, and tells the other one the present revision', async () => {
    const { id } = await create('edited twice');
    const edits = await Promise.allSettled(
      ['left', 'right'].map((name) => update(id, { expectedRevision: 1, name: `edited ${name}` })),
    );
    expect(edits.map(({ status }) => status).sort()).toEqual(['fulfilled', 'rejected']);
    const { reason } = edits.find((edit) => edit.status === 'rejected')!;
    expect(reason).toMatchObject(conflict({ currentRevision: 2 }));
  });

  test('cannot be deleted while an environment uses it', async () => {
    const { pool } = fixture;
    const { id } = await create('used');
    const environmentId = await storedEnvironment(pool, await storedClient(pool), { serverGroupId: id });
    await expect(remove(id)).rejects.toMatchObject(conflict({ environments: [{ id: environmentId }] }));
    await pool.query('update environments set archived_at = now() where id = $1', [environmentId]);
    await remove(id);
  });

  test('is not found by another project', async () => {
    const { id } = await create('mine');
    const foreign = { projectId: 'prj_2', serverGroupId: id };
    for (const [operation, input] of requests([
      [operations.getServerGroup, {}],
      [operations.updateServerGroup, { expectedRevision: 1, name: 'theirs' }],
      [operations.deleteServerGroup, {}],
      [operations.snapshotServerGroup, {}],
    ]))
      await expect(fixture.call(operation, foreign, input)).rejects.toMatchObject({ code: 'NOT_FOUND' });
    const listed = await fixture.call(operations.listServerGroups, { projectId: 'prj_2' });
    expect(listed).toEqual({ items: [] });
  });

  test('is written by administrators and read by viewers', async () => {
    const { id } = await create('guarded');
    const asked = (operation: Operation, role: 'member' | 'viewer', input: object) =>
      fixture.call(operation, target(id), input, fixture.callerOf('prj_1', role));
    expect(await asked(operations.getServerGroup, 'viewer', {})).toMatchObject({ id });
    for (const [operation, input] of requests([
      [operations.updateServerGroup, { expectedRevision: 1, name: 'x' }],
      [operations.deleteServerGroup, {}],
      [operations.snapshotServerGroup, {}],
    ]))
      await expect(asked(operation, 'member', input)).rejects.toMatchObject({ code: 'FORBIDDEN' });
  });
});

describe('a snapshot of a server group', () => {
  test('keeps its servers when the group changes, and there is one per revision', async () => {
    const { id } = await create('frozen');
    const first = await snapshot(id);
    expect(first).toMatchObject({
      id: expect.stringMatching(/^attach_/),
      snapshotOf: id,
      revision: 1,
      serverIds: ['srv_everything'],
    });
    expect(await snapshot(id)).toEqual(first);
    expect(await snapshot(first.id)).toEqual(first);
    await update(id, { expectedRevision: 1, serverIds: ['srv_files'] });
    const second = await snapshot(id);
    expect(second).toMatchObject({ revision: 2, serverIds: ['srv_files'] });
    expect(second.id).not.toBe(first.id);
    await remove(id);
    expect(await read(first.id)).toEqual(first);
  });

  test('is not listed and cannot be edited', async () => {
    const { id } = await create('with snapshot');
    const { id: snapshotId } = await snapshot(id);
    const { items } = await fixture.call(operations.listServerGroups, project);
    expect(items.map((item) => item.id)).toContain(id);
    expect(items.map((item) => item.id)).not.toContain(snapshotId);
    await expect(update(snapshotId, { expectedRevision: 1, name: 'x' })).rejects.toMatchObject({ code: 'CONFLICT' });
    await remove(snapshotId);
  });
});
