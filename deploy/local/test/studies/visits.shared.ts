import type { ClientDetail } from '@assay/contract/areas/clients/documents';
import type { ProjectEnvironment } from '@assay/contract/areas/environments/documents';
import type { ServerGroup } from '@assay/contract/areas/server-groups/documents';
import type { Study } from '@assay/contract/areas/studies/documents';
import { sharedInstallation, type SharedInstallation } from '../support/shared-installation.ts';

let installation: SharedInstallation;
beforeAll(async () => {
  installation = await sharedInstallation();
});

async function ask<Body>(method: string, path: string, body?: object): Promise<Body> {
  const answer = await installation.api.inProject<Body>(method, path, body);
  expect([200, 201]).toContain(answer.status);
  return answer.body;
}

test('a published study is visited by its link, until the link is rotated', async () => {
  const serverId = await installation.api.saveServer('visited', 'https://mcp.example/mcp');
  const client = await ask<ClientDetail>('POST', '/clients', { name: 'visited', template: 'claude' });
  const group = await ask<ServerGroup>('POST', '/server-groups', { name: 'visited', serverIds: [serverId] });
  const snapshot = await ask<ServerGroup>('POST', `/server-groups/${group.id}/snapshot`, {});
  const environment = await ask<ProjectEnvironment>('POST', '/environments', {
    name: 'visited',
    hostId: client.id,
    serverAttachmentId: snapshot.id,
    modelId: 'scripted/rules',
  });
  const study = await ask<Study>('PUT', `/environments/${environment.id}/study`, { mode: 'anyone_with_link' });
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
  await ask('POST', `/studies/${study.id}/rotate-link`);
  expect((await visit('/messages')).status).toBe(401);
  expect((await visit('')).status).toBe(404);
  const dead = await fetch(at(''));
  expect([dead.status, dead.headers.get('content-type')]).toEqual([404, 'text/html; charset=utf-8']);
});
