import type { ClientDetail } from '@assay/contract/areas/clients/documents';
import type { ProjectEnvironment } from '@assay/contract/areas/environments/documents';
import type { Image } from '@assay/contract/areas/images/documents';
import type { EvalSuiteCreated } from '@assay/contract/areas/suites/documents';
import { waitUntil } from '@assay/testkit/until';
import { buildctlStandIn, STAND_IN_DIGEST } from '@assay/testkit/work/buildctl-stand-in';
import { toolCall, type Api, type ApiFailure } from '../support/api.ts';
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

async function ask<Body>(method: string, path: string, status: number, body?: object): Promise<Body> {
  const answer = await api.inProject<Body>(method, path, body);
  expect([path, answer.status]).toEqual([path, status]);
  return answer.body;
}
async function ended(path: string): Promise<NonNullable<Image['currentBuild']>> {
  return waitUntil(async () => {
    const { currentBuild } = await ask<Image>('GET', path, 200);
    return currentBuild && ['ready', 'failed'].includes(currentBuild.status) ? currentBuild : undefined;
  }, 25_000);
}

test('a runner builds an image, an environment names it, and a launch in it is refused', async () => {
  const blueprint = (word: string) =>
    JSON.stringify({ baseImage: `docker.io/library/node@sha256:${'a'.repeat(64)}`, env: { WORD: word } });
  const { id } = await ask<Image>('POST', '/images', 201, { name: 'tools', blueprint: blueprint('fail') });
  await ask('POST', `/images/${id}/build`, 202);
  const failed = await ended(`/images/${id}`);
  expect(failed).toMatchObject({ status: 'failed', error: expect.stringContaining('exit code: 100') });
  expect(JSON.stringify(failed)).not.toContain('hunter2');

  const { contentHash } = await ask<Image>('PATCH', `/images/${id}`, 200, { blueprint: blueprint('good') });
  await ask('POST', `/images/${id}/build`, 202);
  expect(await ended(`/images/${id}`)).toMatchObject({ status: 'ready', digest: STAND_IN_DIGEST });
  const { args, env } = (await buildctl.seen())!;
  expect(args).toContain(`type=image,name=registry.local/assay/${id}:${contentHash},push=true`);
  expect(Object.keys(env).filter((name) => !['PATH', 'HOME', 'ASSAY_STDIO_SESSION'].includes(name))).toEqual([]);

  await ask('POST', `/images/${id}/promote`, 200);
  const serverId = await api.saveServer('of an image', 'https://mcp.example/mcp');
  const client = await ask<ClientDetail>('POST', '/clients', 201, { name: 'Desktop', template: 'claude' });
  const group = await ask<{ id: string }>('POST', '/server-groups', 201, { name: 'all', serverIds: [serverId] });
  const environment = await ask<ProjectEnvironment>('POST', '/environments', 201, {
    name: 'in an image',
    hostId: client.id,
    serverAttachmentId: group.id,
    modelId: 'scripted/rules',
    sandboxImageId: id,
  });
  const { suiteId } = await ask<EvalSuiteCreated>('POST', '/eval-suites', 201, {
    name: 'in an image',
    serverIds: [serverId],
    environmentIds: [environment.id],
    tests: [{ title: 'calls', steps: [toolCall('call', 'of an image', 'echo')] }],
  });
  expect(await ask<ApiFailure>('POST', '/eval-runs', 422, { suiteId })).toMatchObject({
    code: 'FEATURE_NOT_SUPPORTED',
    details: { reason: 'SANDBOX_LAUNCHER_UNAVAILABLE', sandboxImageId: id },
  });
  const kept = await ask<ApiFailure>('DELETE', `/images/${id}`, 409);
  expect(kept.details).toMatchObject({ environments: [{ id: environment.id, name: 'in an image' }] });
});
