import type { ImageBuildReport, ImageBuildTask } from '@assay/contract/areas/images/build-work';
import { BundlesService, ResolveBundleRequest } from '@assay/mesh/gen/assay/v1/environments';
import { WorkService, type WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { operations } from '@assay/contract/operations';
import { refuseUnsupportedBundle } from '@assay/launching/unsupported-bundle';
import type { ResolvedBundle } from '@assay/contract/areas/environments/bundle';
import { messageOf } from '@assay/testkit/message-of';
import { answeredWork } from '@assay/work/runner/work-handler';
import { startTestEnvironments, type TestEnvironments } from '../support/start.ts';
import { storedClient } from '../support/stored.ts';

let fixture: TestEnvironments;
let hostId: string;
beforeAll(async () => {
  fixture = await startTestEnvironments({ hasBuilder: true });
  hostId = await storedClient(fixture.pool);
});
afterAll(() => fixture.stop());

const digest = `sha256:${'b'.repeat(64)}`;
const project = { projectId: 'prj_1' };
const at = (imageId: string) => ({ ...project, imageId });
let contents = 0;
const blueprint = () =>
  JSON.stringify({ baseImage: `docker.io/library/node@sha256:${'a'.repeat(64)}`, env: { N: String(++contents) } });
const create = async () =>
  (await fixture.call(operations.createSandboxImage, project, { name: 'tools', blueprint: blueprint() })).id;
const build = (id: string) => fixture.call(operations.buildSandboxImage, at(id));
const read = (id: string) => fixture.call(operations.getSandboxImage, at(id));
const builds = async (id: string) => (await fixture.call(operations.listSandboxImageBuilds, at(id))).items;
const promote = (id: string) => fixture.call(operations.promoteSandboxImage, at(id));
const remove = (id: string) => fixture.call(operations.deleteSandboxImage, at(id));

const lease = async (runnerId = 'r'): Promise<WorkItem | undefined> => {
  const asked = { runnerId, labels: [], kinds: ['image-build'], freeSlots: 1, waitMs: 0 };
  return (await fixture.runner.call(WorkService.lease, asked)).items[0];
};
const beat = async ({ id, kind, fence }: WorkItem) =>
  fixture.runner.call(WorkService.beat, {
    runnerId: 'r',
    beats: [{ id, kind, fence, phase: 'building', parts: [], events: [] }],
  });
const report = async ({ id, kind, fence }: WorkItem, told: Partial<ImageBuildReport>, errorCode = '') => {
  const output = Buffer.from(JSON.stringify({ version: 1, log: 'a log', ...told }));
  const reports = [{ id, kind, fence, ...answeredWork(output), errorCode, errorMessage: told.error ?? '' }];
  return (await fixture.runner.call(WorkService.complete, { runnerId: 'r', reports })).refusedIds;
};
async function readyImage(): Promise<string> {
  const id = await create();
  await build(id);
  await report((await lease())!, { digest });
  return id;
}
const usable = async () => {
  const id = await readyImage();
  await promote(id);
  return id;
};
let environments = 0;
const createEnvironment = (settings: object) =>
  fixture.call(
    operations.createEnvironment,
    { ...project, idempotencyKey: '' },
    { name: `environment ${++environments}`, hostId, ...settings },
  );

test('a build is queued for a runner, worked on, and ready with its digest', async () => {
  const id = await create();
  const { buildId, reused } = await build(id);
  expect(reused).toBe(false);
  expect((await read(id)).currentBuild).toMatchObject({ id: buildId, status: 'queued' });
  const item = (await lease())!;
  const { contentHash } = await read(id);
  expect(JSON.parse(item.task.toString())).toEqual({
    version: 1,
    name: id,
    tag: contentHash,
    dockerfile: expect.stringMatching(/^FROM docker\.io\/library\/node@sha256:a{64}\nENV N="\d+"\n$/),
  } satisfies ImageBuildTask);
  await beat(item);
  const building = (await read(id)).currentBuild!;
  expect(building).toMatchObject({ status: 'building', startedAt: expect.any(Number) });
  await beat(item);
  expect((await read(id)).currentBuild).toEqual(building);
  await report(item, { digest });
  expect((await read(id)).currentBuild).toEqual({
    ...building,
    status: 'ready',
    digest,
    logPreview: 'a log',
    finishedAt: expect.any(Number),
  });
});

test('a build of equal content that is under way or ready is reused; a failed one is not', async () => {
  const id = await create();
  const { buildId } = await build(id);
  const reused = { id, buildId, reused: true };
  const both = await Promise.all([build(id), build(id)]);
  expect(both).toEqual([reused, reused]);
  const item = (await lease())!;
  expect(await build(id)).toEqual(reused);
  await report(item, { error: 'exit code: 100', log: 'a log' });
  expect((await read(id)).currentBuild).toMatchObject({ status: 'failed', error: 'exit code: 100' });
  const again = await build(id);
  expect(again.reused).toBe(false);
  await report((await lease())!, { digest });
  expect(await build(id)).toEqual({ id, buildId: again.buildId, reused: true });
  expect(await lease()).toBeUndefined();
});

test('a build of later content takes the place of one that is under way', async () => {
  const id = await create();
  const { buildId: older } = await build(id);
  const item = (await lease())!;
  await fixture.call(operations.updateSandboxImage, at(id), { blueprint: blueprint() });
  const { buildId: newer } = await build(id);
  expect(await report(item, { digest })).toEqual([older]);
  expect(await builds(id)).toMatchObject([
    { id: newer, status: 'queued' },
    { id: older, status: 'failed', error: expect.stringContaining('later build') },
  ]);
  expect((await lease())!.id).toBe(newer);
});

test('a build whose runner was lost is handed to another one, whose report counts', async () => {
  const id = await create();
  const { buildId } = await build(id);
  const lost = (await lease('lost'))!;
  await beat(lost);
  await fixture.pool.query(`update work set lease_until = now() - interval '1 s' where id = $1`, [buildId]);
  const taken = (await lease('other'))!;
  expect(taken.id).toBe(buildId);
  expect(await report(lost, { error: 'late' })).toEqual([buildId]);
  await report(taken, { digest });
  expect((await read(id)).currentBuild).toMatchObject({ status: 'ready', digest });
});

test('a build that its runner could not do has failed with the reason', async () => {
  const id = await create();
  await build(id);
  await report((await lease())!, { error: 'The job took longer than 1800 s.' }, 'TIMEOUT');
  expect((await read(id)).currentBuild).toMatchObject({ status: 'failed', error: expect.stringContaining('1800 s') });
});

test('the build of a deleted image is dropped', async () => {
  const [queued, building] = [await create(), await create()];
  await build(building);
  const item = (await lease())!;
  await build(queued);
  await Promise.all([remove(queued), remove(building)]);
  expect(await lease()).toBeUndefined();
  expect(await report(item, { digest })).toEqual([item.id]);
});

test('an image is promoted once its present content is built', async () => {
  const id = await create();
  const refused = { code: 'CONFLICT', details: { buildStatus: null } };
  await expect(promote(id)).rejects.toMatchObject(refused);
  await build(id);
  await expect(promote(id)).rejects.toMatchObject({ code: 'CONFLICT', details: { buildStatus: 'queued' } });
  await report((await lease())!, { digest });
  await fixture.call(operations.updateSandboxImage, at(id), { blueprint: blueprint() });
  await expect(promote(id)).rejects.toMatchObject({ code: 'CONFLICT', details: { buildStatus: 'ready' } });
  await build(id);
  await report((await lease())!, { digest });
  expect(await promote(id)).toMatchObject({ sharing: 'project' });
});

describe('an environment', () => {
  const bundleOf = async (environmentId: string): Promise<ResolvedBundle> => {
    const request = messageOf(ResolveBundleRequest, { ...project, environmentId });
    const caller = fixture.callerOf('prj_1');
    return JSON.parse((await fixture.mesh.call(BundlesService.resolveBundle, request, { caller })).bundle.toString());
  };
  const resolve = (environmentId: string) => fixture.call(operations.resolveEnvironment, { ...project, environmentId });

  test('names an image, which resolve shows and a launch refuses', async () => {
    const sandboxImageId = await usable();
    const { id, revision } = await createEnvironment({ sandboxImageId });
    expect(await resolve(id)).toMatchObject({ sandboxImageId });
    const bundle = await bundleOf(id);
    expect(() => refuseUnsupportedBundle(bundle)).toThrow(
      expect.objectContaining({
        code: 'FEATURE_NOT_SUPPORTED',
        details: { reason: 'SANDBOX_LAUNCHER_UNAVAILABLE', field: 'sandboxImageId', sandboxImageId },
      }),
    );
    const patch = { expectedRevision: revision, sandboxImageId: null };
    await fixture.call(operations.updateEnvironment, { ...project, environmentId: id }, patch);
    expect(await resolve(id)).not.toHaveProperty('sandboxImageId');
    expect(() => refuseUnsupportedBundle({ ...bundle, sandboxImageId: undefined! })).not.toThrow();
  });

  test('names no image that is unknown, foreign, private or not built', async () => {
    const [foreign, unbuilt, own] = [await usable(), await create(), await readyImage()];
    await fixture.pool.query(`update images set project_id = 'prj_2' where id = $1`, [foreign]);
    await fixture.pool.query(`update images set sharing = 'project' where id = $1`, [unbuilt]);
    const { id, revision } = await createEnvironment({});
    for (const sandboxImageId of ['image_unknown', foreign, unbuilt, own]) {
      const refused = { code: 'NOT_FOUND', details: { sandboxImageId } };
      await expect(createEnvironment({ sandboxImageId })).rejects.toMatchObject(refused);
      await expect(
        fixture.call(operations.ensureAdhocEnvironment, project, { hostId, sandboxImageId }),
      ).rejects.toMatchObject(refused);
      const patch = { expectedRevision: revision, sandboxImageId };
      await expect(
        fixture.call(operations.updateEnvironment, { ...project, environmentId: id }, patch),
      ).rejects.toMatchObject(refused);
    }
  });

  test('keeps its image from deletion until it is archived, and is not restored without it', async () => {
    const sandboxImageId = await usable();
    const { id, name } = await createEnvironment({ sandboxImageId });
    await expect(remove(sandboxImageId)).rejects.toMatchObject({
      code: 'CONFLICT',
      details: { environments: [{ id, name }] },
    });
    const { environment: adhoc } = await fixture.call(operations.ensureAdhocEnvironment, project, {
      hostId,
      sandboxImageId,
    });
    const target = { ...project, environmentId: id };
    await fixture.call(operations.archiveEnvironment, target, { expectedRevision: 1 });
    await remove(sandboxImageId);
    const missing = { code: 'CONFLICT', details: { code: 'ENV_IMAGE_MISSING', sandboxImageId } };
    await expect(fixture.call(operations.restoreEnvironment, target, { expectedRevision: 2 })).rejects.toMatchObject(
      missing,
    );
    await expect(resolve(adhoc.id)).rejects.toMatchObject(missing);
  });

  test('that is made while its image is deleted either names the image or is refused', async () => {
    const sandboxImageId = await usable();
    const [made, removed] = await Promise.allSettled([createEnvironment({ sandboxImageId }), remove(sandboxImageId)]);
    expect([made.status, removed.status].toSorted()).toEqual(['fulfilled', 'rejected']);
  });
});
