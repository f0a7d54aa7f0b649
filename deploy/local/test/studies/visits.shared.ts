import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

let installation: SharedInstallation;
beforeAll(async () => {
  installation = await sharedInstallation();
});

test('a published study is visited by its link, until the link is rotated', async () => {
  const serverId = await installation.api.saveServer('visited', 'https://mcp.example/mcp');
  const client = await installation.api.assay.createClient(
    { projectId: installation.api.projectId },
    { name: 'visited', template: 'claude' },
  );
  const group = await installation.api.assay.createServerGroup(
    { projectId: installation.api.projectId },
    { name: 'visited', serverIds: [serverId] },
  );
  const snapshot = await installation.api.assay.snapshotServerGroup(
    { projectId: installation.api.projectId, serverGroupId: group.id },
    {},
  );
  const environment = await installation.api.assay.createEnvironment(
    { projectId: installation.api.projectId },
    {
      name: 'visited',
      hostId: client.id,
      serverAttachmentId: snapshot.id,
      modelId: 'scripted/rules',
    },
  );
  const study = await installation.api.assay.publishStudy(
    { projectId: installation.api.projectId, environmentId: environment.id },
    { mode: 'anyone_with_link' },
  );
  const link = new URL(study.link!);
  const at = (path: string) => new URL(`${link.pathname}${path}`, installation.url);
  const page = await fetch(at(''));
  expect([page.status, page.headers.get('content-type')]).toEqual([200, 'text/html; charset=utf-8']);
  const begun = await fetch(at('/visit'), { method: 'POST', body: '{"consent":true}' });
  expect(begun.status).toBe(200);
  const cookie = begun.headers.getSetCookie()[0]!.split(';')[0]!;
  const visit = (path: string, init: RequestInit = {}) => fetch(at(`/visit${path}`), { ...init, headers: { cookie } });
  expect((await visit('/messages')).status).toBe(200);
  const foreign = await fetch(`${installation.url}/api/v1/organizations`, { headers: { cookie } });
  expect(foreign.status).toBe(401);
  await installation.api.assay.rotateStudyLink({ projectId: installation.api.projectId, studyId: study.id });
  expect((await visit('/messages')).status).toBe(401);
  expect((await visit('')).status).toBe(404);
  const dead = await fetch(at(''));
  expect([dead.status, dead.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
});
