import type { ClientDetail } from '@assay/contract/areas/clients/documents';
import type { ProjectEnvironment, ResolvedEnvironment } from '@assay/contract/areas/environments/documents';
import type { ServerGroup } from '@assay/contract/areas/server-groups/documents';
import type { EvalSuiteCreated } from '@assay/contract/areas/suites/documents';
import { waitUntil } from '@assay/testkit/until';
import { zipOf } from '@assay/testkit/zip';
import { toolCall, type Api, type ApiFailure } from '../support/api.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

let installation: Installation;
let api: Api;
beforeAll(async () => {
  installation = await startInstallation();
  ({ api } = installation);
});
afterAll(() => installation.stop());

/** Sends a request in the project; the answer must have this status. */
async function ask<Body>(method: string, path: string, status: number, body?: object): Promise<Body> {
  const answer = await api.inProject<Body>(method, path, body);
  expect([path, answer.status]).toEqual([path, status]);
  return answer.body;
}

test('an environment tells what a launch uses, until one of its servers is deleted', async () => {
  const serverId = await api.saveServer('of an environment', 'https://mcp.example/mcp');
  const client = await ask<ClientDetail>('POST', '/clients', 201, { name: 'Desktop', template: 'claude' });
  const group = await ask<ServerGroup>('POST', '/server-groups', 201, { name: 'all', serverIds: [serverId] });
  const snapshot = await ask<ServerGroup>('POST', `/server-groups/${group.id}/snapshot`, 201, {});
  expect(await ask('POST', `/server-groups/${group.id}/snapshot`, 200, {})).toEqual(snapshot);

  const { id, revision } = await ask<ProjectEnvironment>('POST', '/environments', 201, {
    name: 'staging',
    hostId: client.id,
    serverAttachmentId: snapshot.id,
    modelId: 'scripted/rules',
  });
  expect(await ask<ResolvedEnvironment>('GET', `/environments/${id}/resolve`, 200)).toMatchObject({
    environment: { id, name: 'staging', revision },
    hostId: client.id,
    hostName: 'Desktop',
    hostConfigId: client.configId,
    effectiveModelId: 'scripted/rules',
    modelSource: 'environment',
    serverAttachmentId: snapshot.id,
    servers: [{ serverId, name: 'of an environment' }],
  });
  const used = await ask<ApiFailure>('DELETE', `/clients/${client.id}`, 409);
  expect(used.details).toMatchObject({ usedBy: [{ kind: 'environment', id }] });

  const { suiteId } = await ask<EvalSuiteCreated>('POST', '/eval-suites', 201, {
    name: 'of staging',
    serverIds: [serverId],
    environmentIds: [id],
    tests: [{ title: 'calls', steps: [toolCall('call', 'of an environment', 'echo')] }],
  });
  await ask('DELETE', `/servers/${serverId}`, 200);
  const refused = await ask<ApiFailure>('POST', '/eval-runs', 409, { suiteId });
  expect(refused).toMatchObject({ code: 'CONFLICT', details: { code: 'ENV_SERVER_DELETED', serverIds: [serverId] } });
  await ask('DELETE', `/eval-suites/${suiteId}`, 200);
  const unresolved = await waitUntil(async () => {
    const { body } = await api.inProject<ApiFailure>('GET', `/environments/${id}/resolve`);
    return body.code && body;
  });
  expect(unresolved).toMatchObject({
    code: 'CONFLICT',
    details: { code: 'ENV_SERVER_DELETED', serverIds: [serverId] },
  });

  await ask('POST', `/environments/${id}/archive`, 200, { expectedRevision: revision });
  await ask('DELETE', `/clients/${client.id}`, 200);
  const stuck = await ask<ApiFailure>('POST', `/environments/${id}/restore`, 409, { expectedRevision: revision + 1 });
  expect(stuck.details).toMatchObject({ code: 'ENV_CLIENT_MISSING' });
});

test('plugins and skills are pushed to the project `default`, as the command does', async () => {
  const push = (path: string, files: Record<string, string>) =>
    fetch(`${installation.url}/api/v1/projects/default/${path}`, {
      method: 'POST',
      headers: { authorization: `Bearer ${installation.apiKey}`, 'content-type': 'application/zip' },
      body: new Uint8Array(zipOf(files)),
    });
  const answers = [
    await push('plugins', { 'plugin.json': '{"name":"tools"}' }),
    await push('skills', { 'SKILL.md': '---\nname: forms\ndescription: Fill in forms.\n---\n# Forms\n' }),
  ];
  expect(answers.map(({ status }) => status)).toEqual([201, 201]);
  expect(await ask('GET', '/plugins', 200)).toMatchObject({ items: [{ name: 'tools' }] });
});
