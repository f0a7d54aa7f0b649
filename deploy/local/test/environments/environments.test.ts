import { waitUntil } from '@assay/testkit/until';
import { zipOf } from '@assay/testkit/zip';
import { toolCall, type Api, answerOf, met } from '../support/api.ts';
import { startInstallation, type Installation } from '../support/installation.ts';

let installation: Installation;
let api: Api;
beforeAll(async () => {
  installation = await startInstallation();
  ({ api } = installation);
});
afterAll(() => installation.stop());

test('an environment tells what a launch uses, until one of its servers is deleted', async () => {
  const serverId = await api.saveServer('of an environment', 'https://mcp.example/mcp');
  const client = await met(
    201,
    api.assay.createClient.withResponse({ projectId: api.projectId }, { name: 'Desktop', template: 'claude' }),
  );
  const group = await met(
    201,
    api.assay.createServerGroup.withResponse({ projectId: api.projectId }, { name: 'all', serverIds: [serverId] }),
  );
  const snapshot = await met(
    201,
    api.assay.snapshotServerGroup.withResponse({ projectId: api.projectId, serverGroupId: group.id }, {}),
  );
  expect(
    await met(
      200,
      api.assay.snapshotServerGroup.withResponse({ projectId: api.projectId, serverGroupId: group.id }, {}),
    ),
  ).toEqual(snapshot);

  const { id, revision } = await met(
    201,
    api.assay.createEnvironment.withResponse(
      { projectId: api.projectId },
      {
        name: 'staging',
        hostId: client.id,
        serverAttachmentId: snapshot.id,
        modelId: 'scripted/rules',
      },
    ),
  );
  expect(
    await met(200, api.assay.resolveEnvironment.withResponse({ projectId: api.projectId, environmentId: id })),
  ).toMatchObject({
    environment: { id, name: 'staging', revision },
    hostId: client.id,
    hostName: 'Desktop',
    hostConfigId: client.configId,
    effectiveModelId: 'scripted/rules',
    modelSource: 'environment',
    serverAttachmentId: snapshot.id,
    servers: [{ serverId, name: 'of an environment' }],
  });
  const used = await met(409, api.assay.deleteClient.withResponse({ projectId: api.projectId, clientId: client.id }));
  expect(used.details).toMatchObject({ usedBy: [{ kind: 'environment', id }] });

  const { suiteId } = await met(
    201,
    api.assay.createEvalSuite.withResponse(
      { projectId: api.projectId },
      {
        name: 'of staging',
        serverIds: [serverId],
        environmentIds: [id],
        tests: [{ title: 'calls', steps: [toolCall('call', 'of an environment', 'echo')] }],
      },
    ),
  );
  await met(200, api.assay.deleteProjectServer.withResponse({ projectId: api.projectId, serverId: serverId }));
  const refused = await met(409, api.assay.createEvalRun.withResponse({ projectId: api.projectId }, { suiteId }));
  expect(refused).toMatchObject({ code: 'CONFLICT', details: { code: 'ENV_SERVER_DELETED', serverIds: [serverId] } });
  await met(200, api.assay.deleteEvalSuite.withResponse({ projectId: api.projectId, suiteId: suiteId }));
  const unresolved = await waitUntil(async () => {
    const { body } = await answerOf(
      api.assay.resolveEnvironment.withResponse({ projectId: api.projectId, environmentId: id }),
    );
    return body.code && body;
  });
  expect(unresolved).toMatchObject({
    code: 'CONFLICT',
    details: { code: 'ENV_SERVER_DELETED', serverIds: [serverId] },
  });

  await met(
    200,
    api.assay.archiveEnvironment.withResponse(
      { projectId: api.projectId, environmentId: id },
      { expectedRevision: revision },
    ),
  );
  await met(200, api.assay.deleteClient.withResponse({ projectId: api.projectId, clientId: client.id }));
  const stuck = await met(
    409,
    api.assay.restoreEnvironment.withResponse(
      { projectId: api.projectId, environmentId: id },
      { expectedRevision: revision + 1 },
    ),
  );
  expect(stuck.details).toMatchObject({ code: 'ENV_CLIENT_MISSING' });
});

test('plugins and skills are pushed to the project `default`, as the command does', async () => {
  const [plugin, skill] = [
    zipOf({ 'plugin.json': '{"name":"tools"}' }),
    zipOf({ 'SKILL.md': '---\nname: forms\ndescription: Fill in forms.\n---\n# Forms\n' }),
  ];
  await met(201, api.assay.pushProjectPlugin.withResponse({ projectId: 'default' }, plugin));
  await met(201, api.assay.pushProjectSkill.withResponse({ projectId: 'default' }, skill));
  expect(await met(200, api.assay.listProjectPlugins.withResponse({ projectId: api.projectId }))).toMatchObject({
    items: [{ name: 'tools' }],
  });
});
