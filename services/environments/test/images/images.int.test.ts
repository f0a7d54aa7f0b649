import type { Role } from '@assay/contract/access';
import { operations } from '@assay/contract/operations';
import type { Caller } from '@assay/kit/security/caller';
import { watchAudit } from '@assay/testkit/audit/watch-audit';
import { startTestEnvironments, type TestEnvironments } from '../support/start.ts';

let fixture: TestEnvironments;
beforeAll(async () => {
  fixture = await startTestEnvironments();
});
afterAll(() => fixture.stop());

const DIGEST = `sha256:${'a'.repeat(64)}`;
const blueprint = JSON.stringify({ baseImage: `docker.io/library/node@${DIGEST}`, packages: { apt: ['git'] } });
const other = JSON.stringify({ baseImage: `docker.io/library/node@${DIGEST}` });
const project = { projectId: 'prj_1' };
const at = (imageId: string) => ({ ...project, imageId });
const person = (userId: string, role: Role = 'member'): Caller => ({ ...fixture.callerOf('prj_1', role), userId });
const [ann, bob] = [() => person('usr_ann'), () => person('usr_bob')];
const admin = () => person('usr_admin', 'admin');
const create = (caller = ann(), more: object = {}) =>
  fixture.call(operations.createSandboxImage, project, { name: 'tools', blueprint, ...more }, caller);
const read = (id: string, caller = ann()) => fixture.call(operations.getSandboxImage, at(id), {}, caller);
const update = (id: string, patch: object, caller = ann()) =>
  fixture.call(operations.updateSandboxImage, at(id), patch, caller);
const promote = (id: string, caller = ann()) => fixture.call(operations.promoteSandboxImage, at(id), {}, caller);
const build = (id: string, caller = ann()) => fixture.call(operations.buildSandboxImage, at(id), {}, caller);
const remove = (id: string, caller = ann()) => fixture.call(operations.deleteSandboxImage, at(id), {}, caller);
const idsFor = async (caller: Caller) =>
  (await fixture.call(operations.listSandboxImages, project, {}, caller)).items.map(({ id }) => id);

test('an image is read as it was written, by its owner', async () => {
  const made = await create();
  expect(made).toEqual({
    id: expect.stringMatching(/^image_/),
    ...project,
    name: 'tools',
    blueprint,
    contentHash: expect.stringMatching(/^[0-9a-f]{64}$/),
    sharing: 'user',
    isOwner: true,
    currentBuild: null,
    createdAt: expect.any(Number),
    updatedAt: expect.any(Number),
  });
  expect(await read(made.id)).toEqual(made);
  expect((await idsFor(ann()))[0]).toBe(made.id);
});

test('an image that is not promoted is out of sight of others, admins too', async () => {
  const { id } = await create();
  for (const caller of [bob(), admin()]) {
    expect(await idsFor(caller)).not.toContain(id);
    for (const ask of [
      () => read(id, caller),
      () => update(id, { name: 'mine' }, caller),
      () => promote(id, caller),
      () => build(id, caller),
      () => remove(id, caller),
      () => fixture.call(operations.listSandboxImageBuilds, at(id), {}, caller),
      () => fixture.call(operations.useSandboxImage, at(id), {}, caller),
    ])
      await expect(ask()).rejects.toMatchObject({ code: 'NOT_FOUND' });
  }
});

test('a promoted image is seen by members and edited by admins', async () => {
  const { id } = await create();
  expect(await promote(id)).toMatchObject({ sharing: 'project', isOwner: true });
  const again = await promote(id);
  expect(await promote(id)).toEqual(again);
  expect(await read(id, bob())).toMatchObject({ sharing: 'project', isOwner: false });
  expect(await idsFor(bob())).toContain(id);
  for (const ask of [
    () => update(id, { name: 'mine' }, bob()),
    () => build(id, bob()),
    () => remove(id, bob()),
    () => promote(id, admin()),
  ])
    await expect(ask()).rejects.toMatchObject({ code: 'FORBIDDEN' });
  expect(await update(id, { name: 'ours' }, admin())).toMatchObject({ name: 'ours' });
  expect(await remove(id, admin())).toEqual({ id, deleted: true });
});

test('a changed blueprint changes the hash, and a change without an effect writes nothing', async () => {
  const made = await create();
  const told = await watchAudit(fixture.pool);
  expect(await update(made.id, { name: 'tools', blueprint })).toEqual(made);
  expect(await told()).toEqual([]);
  const changed = await update(made.id, { blueprint: other });
  expect(changed).toMatchObject({ blueprint: other, name: 'tools' });
  expect(changed.contentHash).not.toBe(made.contentHash);
});

test.each<[string, object, string]>([
  ['a blueprint that cannot be built', { blueprint: '{}' }, '/blueprint'],
  ['a blueprint that is too long', { blueprint: `${blueprint}${' '.repeat(65_536)}` }, '/blueprint'],
  ['no name', { name: '' }, '/name'],
  ['a field that is not known', { sharing: 'project' }, '/sharing'],
])('an image with %s is refused', async (_, fields, path) => {
  const refused = { code: 'VALIDATION_ERROR', details: { issues: [{ path }] } };
  await expect(create(ann(), fields)).rejects.toMatchObject(refused);
  const { id } = await create();
  await expect(update(id, fields)).rejects.toMatchObject(refused);
});

test('an empty change is refused', async () => {
  const { id } = await create();
  await expect(update(id, {})).rejects.toMatchObject({ code: 'VALIDATION_ERROR' });
});

test('a blueprint is checked without being saved', async () => {
  const check = (text: string) =>
    fixture.call(operations.validateSandboxImageBlueprint, project, { blueprint: text }, ann());
  expect(await check(blueprint)).toEqual({ ok: true, baseImageDigest: DIGEST });
  expect(await check('{"baseImage":"node"}')).toEqual({
    ok: false,
    errors: [{ path: '/baseImage', message: expect.stringContaining('digest') }],
  });
});

test('without a builder a build fails at once, with the reason', async () => {
  const { id } = await create();
  const { buildId, ...started } = await build(id);
  expect(started).toEqual({ id, reused: false });
  const failed = {
    id: buildId,
    status: 'failed',
    provider: 'buildkit',
    baseImageDigests: [DIGEST],
    error: expect.stringContaining('no builder'),
    createdAt: expect.any(Number),
    finishedAt: expect.any(Number),
  };
  expect(await read(id)).toMatchObject({ currentBuild: failed });
  // A failed build is not reused.
  const second = await build(id);
  expect(second).toMatchObject({ reused: false });
  const { items } = await fixture.call(operations.listSandboxImageBuilds, at(id), {}, ann());
  expect(items).toEqual([{ ...failed, id: second.buildId }, failed]);
  await expect(promote(id)).rejects.toMatchObject({ code: 'CONFLICT', details: { buildStatus: 'failed' } });
});

test('the last 50 builds of an image are kept', async () => {
  const { id } = await create();
  await fixture.pool.query(
    `insert into image_builds (id, image_id, content_hash, status, base_image_digests)
     select 'build_' || lpad(i::text, 4, '0') || '_' || $1, $1, 'h', 'failed', '{}' from generate_series(1, 60) i`,
    [id],
  );
  await build(id);
  const { items } = await fixture.call(operations.listSandboxImageBuilds, at(id), {}, ann());
  expect(items).toHaveLength(50);
  const { rowCount } = await fixture.pool.query('select from image_builds where image_id = $1', [id]);
  expect(rowCount).toBe(50);
});

test('nothing runs in an image', async () => {
  const { id } = await create();
  await expect(fixture.call(operations.useSandboxImage, at(id), {}, ann())).rejects.toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
    message: expect.stringContaining('runner of your own'),
  });
});

test('a project has at most 200 images, also when several are saved at once', async () => {
  const full: Caller = { ...ann(), projectId: 'prj_2' };
  await fixture.pool.query(
    `insert into images (id, project_id, owner_id, name, sharing, blueprint, content_hash)
     select 'image_' || i, 'prj_2', 'usr_ann', 'n', 'user', '', '' from generate_series(1, 198) i`,
  );
  const ends = await Promise.allSettled(
    Array.from({ length: 4 }, () =>
      fixture.call(operations.createSandboxImage, { projectId: 'prj_2' }, { name: 'n', blueprint }, full),
    ),
  );
  expect(ends.filter(({ status }) => status === 'fulfilled')).toHaveLength(2);
  expect(ends.find(({ status }) => status === 'rejected')).toMatchObject({
    reason: { code: 'CONFLICT', details: { limit: 'images', allowedValue: 200, currentValue: 200 } },
  });
});
