import { secretOf, type AuditedWrites } from './audited-writes.ts';

/** An argument that looks like no secret; only the person who sent it can read it again. */
export const PLAIN_ARGUMENT = 'an ordinary argument of this test';

export async function writeProject(writes: AuditedWrites): Promise<void> {
  const { api } = writes;
  const { id } = await api.assay.createProject({ name: 'Spare' });
  writes.expect('createProject', { target: { projectId: id }, projectId: id, after: { name: 'Spare' } });
  await api.assay.updateProject({ projectId: id }, { name: 'Renamed' });
  writes.expect('updateProject', {
    projectId: id,
    before: { name: 'Spare' },
    after: { name: 'Renamed' },
    changed: ['name', 'updatedAt'],
  });
  await api.assay.deleteProject({ projectId: id });
  writes.expect('deleteProject', { projectId: id, before: { name: 'Renamed' } });
}

/** Leaves a server named `everything` behind; returns its id. */
export async function writeServers(writes: AuditedWrites, url: string): Promise<string> {
  const { api } = writes;
  const serverId = await api.saveServer('everything', url, { headers: { 'X-Tenant': writes.secret('header') } });
  writes.expect('createProjectServer', { target: { serverId }, after: { name: 'everything', url } });
  const { id } = await api.assay.createProjectServer(
    { projectId: api.projectId },
    {
      name: 'command',
      enabled: false,
      transportType: 'stdio',
      command: 'true',
      env: { REGION: writes.secret('variable') },
    },
  );
  await api.assay.updateProjectServer(
    { projectId: api.projectId, serverId: id },
    {
      transportType: 'http',
      url: 'https://mcp.example',
      clientId: 'us',
      clientSecret: writes.secret('client'),
    },
  );
  writes.expect('updateProjectServer', {
    target: { serverId: id },
    before: { command: 'true' },
    after: { hasClientSecret: true },
  });
  await api.assay.importOAuthTokens(
    { projectId: api.projectId, serverId: id },
    {
      serverUrl: 'https://mcp.example',
      tokens: {
        access_token: writes.secret('access'),
        refresh_token: writes.secret('refresh'),
        id_token: writes.secret('identity'),
      },
      clientInformation: { clientId: 'us', clientSecret: writes.secret('granted') },
    },
  );
  writes.expect('importOAuthTokens', { target: { serverId: id }, after: { serverUrl: 'https://mcp.example' } });
  await api.assay.renewOAuthGrant({ projectId: api.projectId, serverId: id });
  writes.expect('renewOAuthGrant', { target: { serverId: id }, after: { state: 'active' } });
  await api.assay.deleteOAuthGrant({ projectId: api.projectId, serverId: id });
  writes.expect('deleteOAuthGrant', { target: { serverId: id }, before: { serverUrl: 'https://mcp.example' } });
  await api.assay.deleteProjectServer({ projectId: api.projectId, serverId: id });
  writes.expect('deleteProjectServer', { target: { serverId: id }, before: { name: 'command' } });
  await api.assay.callTool(
    { projectId: api.projectId, serverId },
    {
      toolName: 'echo',
      parameters: { message: `${PLAIN_ARGUMENT} ${secretOf('header')}`, password: writes.secret('argument') },
    },
  );
  writes.expect('callTool', { target: { serverId, toolName: 'echo' } });
  await api.assay.renderWidget(
    { projectId: api.projectId, serverId },
    {
      toolName: 'echo',
      arguments: { message: writes.secret('widget') },
    },
  );
  writes.expect('renderWidget', { target: { serverId, toolName: 'echo' } });
  return serverId;
}

export async function writeSecrets(writes: AuditedWrites): Promise<void> {
  const { api } = writes;
  const { id: secretId } = await api.assay.createSecret(
    { projectId: api.projectId },
    { name: 'key', value: writes.secret('saved') },
  );
  writes.expect('createSecret', { target: { secretId }, after: { name: 'key', revision: 1 } });
  await api.assay.updateSecret({ projectId: api.projectId, secretId }, { value: writes.secret('rotated') });
  writes.expect('updateSecret', { target: { secretId }, before: { revision: 1 }, after: { revision: 2 } });
  await api.assay.deleteSecret({ projectId: api.projectId, secretId });
  writes.expect('deleteSecret', { target: { secretId }, before: { name: 'key' } });
}

/** Installs servers of a registry. */
export async function writeInstalls(writes: AuditedWrites): Promise<void> {
  const { api } = writes;
  const { serverId, registryServerId } = await api.assay.installDirectoryServer(
    { projectId: api.projectId },
    { name: 'com.example/listed' },
  );
  writes.expect('installDirectoryServer', { target: { serverId, registryServerId }, after: { version: '1.0.0' } });
  await api.assay.installRegistryServer({ projectId: api.projectId }, { registryServerId });
  writes.expect('installRegistryServer', { target: { serverId, registryServerId }, after: { version: '1.0.0' } });
  await api.assay.uninstallRegistryServer({ projectId: api.projectId, registryServerId });
  writes.expect('uninstallRegistryServer', { target: { serverId }, before: { id: serverId } });
}

/** Settings of the organization, written with the key. */
export async function writeOrganization(writes: AuditedWrites, organizationId: string): Promise<void> {
  const { assay } = writes.api;
  const scope = { kind: 'organization', id: organizationId } as const;
  const { id: budgetId } = await assay.setBudget({ organizationId }, { scope, period: 'day', limit: { usd: 1 } });
  writes.expect('setBudget', { target: { budgetId }, after: { limit: { usd: 1 } } });
  await assay.releaseBudget({ organizationId, budgetId });
  writes.expect('releaseBudget', { target: { budgetId }, after: { releasedCalls: expect.any(Number) } });
  await assay.removeBudget({ organizationId, budgetId });
  writes.expect('removeBudget', { target: { budgetId }, before: { limit: { usd: 1 } } });
}
