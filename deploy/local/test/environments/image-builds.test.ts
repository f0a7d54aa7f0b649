import type { SandboxImage } from '@assay/sdk';
import { waitUntil } from '@assay/testkit/until';
import { buildctlStandIn, STAND_IN_DIGEST } from '@assay/testkit/work/buildctl-stand-in';
import { toolCall, type Api, met } from '../support/api.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

let buildctl: Awaited<ReturnType<typeof buildctlStandIn>>;
let installation: Installation;
let api: Api;
beforeAll(async () => {
  buildctl = await buildctlStandIn();
  installation = await startInstallation({
    IMAGE_BUILDS: 'true',
    BUILDKIT_ADDRESS: 'tcp://buildkitd:1234',
    IMAGE_REGISTRY: 'registry.local/assay',
    BUILDCTL: buildctl.program,
  });
  ({ api } = installation);
});
afterAll(async () => {
  await installation.stop();
  await buildctl.remove();
});

async function ended(imageId: string): Promise<NonNullable<SandboxImage['currentBuild']>> {
  return waitUntil(async () => {
    const { currentBuild } = await api.assay.getSandboxImage({ projectId: api.projectId, imageId });
    return currentBuild && ['ready', 'failed'].includes(currentBuild.status) ? currentBuild : undefined;
  }, 25_000);
}

test('a runner builds an image, an environment names it, and a launch in it is refused', async () => {
  const blueprint = (word: string) =>
    JSON.stringify({ baseImage: `docker.io/library/node@sha256:${'a'.repeat(64)}`, env: { WORD: word } });
  const { id } = await met(
    201,
    api.assay.createSandboxImage.withResponse(
      { projectId: api.projectId },
      { name: 'tools', blueprint: blueprint('fail') },
    ),
  );
  await met(202, api.assay.buildSandboxImage.withResponse({ projectId: api.projectId, imageId: id }));
  const failed = await ended(id);
  expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('exit code: 100') });
  expect(JSON.stringify(failed)).not.toContain('hunter2');

  const { contentHash } = await met(
    200,
    api.assay.updateSandboxImage.withResponse(
      { projectId: api.projectId, imageId: id },
      { blueprint: blueprint('good') },
    ),
  );
  await met(202, api.assay.buildSandboxImage.withResponse({ projectId: api.projectId, imageId: id }));
  expect(await ended(id)).toMatchObject({ status: 'ready', digest: STAND_IN_DIGEST });
  const { args, env } = (await buildctl.seen())!;
  expect(args).toContain(`type=image,name=registry.local/assay/${id}:${contentHash},push=true`);
  expect(Object.keys(env).filter((name) => !['PATH', 'HOME', 'ASSAY_STDIO_SESSION'].includes(name))).toEqual([]);

  await met(200, api.assay.promoteSandboxImage.withResponse({ projectId: api.projectId, imageId: id }));
  const serverId = await api.saveServer('of an image', 'https://mcp.example/mcp');
  const client = await met(
    201,
    api.assay.createClient.withResponse({ projectId: api.projectId }, { name: 'Desktop', template: 'claude' }),
  );
  const group = await met(
    201,
    api.assay.createServerGroup.withResponse({ projectId: api.projectId }, { name: 'all', serverIds: [serverId] }),
  );
  const environment = await met(
    201,
    api.assay.createEnvironment.withResponse(
      { projectId: api.projectId },
      {
        name: 'in an image',
        hostId: client.id,
        serverAttachmentId: group.id,
        modelId: 'scripted/rules',
        sandboxImageId: id,
      },
    ),
  );
  const { suiteId } = await met(
    201,
    api.assay.createEvalSuite.withResponse(
      { projectId: api.projectId },
      {
        name: 'in an image',
        serverIds: [serverId],
        environmentIds: [environment.id],
        tests: [{ title: 'calls', steps: [toolCall('call', 'of an image', 'echo')] }],
      },
    ),
  );
  expect(await met(422, api.assay.createEvalRun.withResponse({ projectId: api.projectId }, { suiteId }))).toMatchObject(
    {
      code: 'FEATURE_NOT_SUPPORTED',
      details: { reason: 'SANDBOX_LAUNCHER_UNAVAILABLE', sandboxImageId: id },
    },
  );
  const kept = await met(409, api.assay.deleteSandboxImage.withResponse({ projectId: api.projectId, imageId: id }));
  expect(kept.details).toMatchObject({ environments: [{ id: environment.id, name: 'in an image' }] });
});
