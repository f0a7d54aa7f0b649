import type { AuditedWrites } from './audited-writes.ts';

interface Made {
  id: string;
}

export async function writeProject(writes: AuditedWrites): Promise<void> {
  const { api } = writes;
  const { id } = await api.ask<Made>('POST', '/projects', { name: 'Spare' });
  writes.expect('createProject', { target: { projectId: id }, projectId: id, after: { name: 'Spare' } });
  await api.ask('PATCH', `/projects/${id}`, { name: 'Renamed' });
  writes.expect('updateProject', {
    projectId: id,
    before: { name: 'Spare' },
    after: { name: 'Renamed' },
    changed: ['name', 'updatedAt'],
  });
  await api.ask('DELETE', `/projects/${id}`);
  writes.expect('deleteProject', { projectId: id, before: { name: 'Renamed' } });
}

/** Leaves a server named `everything` behind; returns its id. */
export async function writeServers(writes: AuditedWrites, url: string): Promise<string> {
  const { api } = writes;
  const serverId = await api.saveServer('everything', url, { headers: { 'X-Tenant': writes.secret('header') } });
  writes.expect('createProjectServer', { target: { serverId }, after: { name: 'everything', url } });
  const { id } = await api.post<Made>('/servers', {
    name: 'command',
    enabled: false,
    transportType: 'stdio',
    command: 'true',
    env: { REGION: writes.secret('variable') },
  });
  await api.ask('PATCH', `/projects/${api.projectId}/servers/${id}`, {
    transportType: 'http',
    url: 'https://mcp.example',
    clientId: 'us',
    clientSecret: writes.secret('client'),
  });
  writes.expect('updateProjectServer', {
    target: { serverId: id },
    before: { command: 'true' },
    after: { hasClientSecret: true },
  });
  await api.post(`/servers/${id}/oauth/import-tokens`, {
    serverUrl: 'https://mcp.example',
    tokens: {
      access_token: writes.secret('access'),
      refresh_token: writes.secret('refresh'),
      id_token: writes.secret('identity'),
    },
    clientInformation: { clientId: 'us', clientSecret: writes.secret('granted') },
  });
  writes.expect('importOAuthTokens', { target: { serverId: id }, after: { serverUrl: 'https://mcp.example' } });
  await api.remove(`/servers/${id}/oauth/grant`);
  writes.expect('deleteOAuthGrant', { target: { serverId: id }, before: { serverUrl: 'https://mcp.example' } });
  await api.remove(`/servers/${id}`);
  writes.expect('deleteProjectServer', { target: { serverId: id }, before: { name: 'command' } });
  await api.post(`/servers/${serverId}/tools/call`, {
    toolName: 'echo',
    arguments: { message: writes.secret('argument') },
  });
  writes.expect('callTool', { target: { serverId, toolName: 'echo' } });
  await api.post(`/servers/${serverId}/widgets/render`, {
    toolName: 'echo',
    arguments: { message: writes.secret('widget') },
  });
  writes.expect('renderWidget', { target: { serverId, toolName: 'echo' } });
  return serverId;
}

export async function writeSecrets(writes: AuditedWrites): Promise<void> {
  const { api } = writes;
  const { id: secretId } = await api.post<Made>('/secrets', { name: 'key', value: writes.secret('saved') });
  writes.expect('createSecret', { target: { secretId }, after: { name: 'key', revision: 1 } });
  await api.patch(`/secrets/${secretId}`, { value: writes.secret('rotated') });
  writes.expect('updateSecret', { target: { secretId }, before: { revision: 1 }, after: { revision: 2 } });
  await api.remove(`/secrets/${secretId}`);
  writes.expect('deleteSecret', { target: { secretId }, before: { name: 'key' } });
}

/** Installs servers of a registry. */
export async function writeInstalls(writes: AuditedWrites): Promise<void> {
  const { api } = writes;
  const { serverId, registryServerId } = await api.post<{ serverId: string; registryServerId: string }>(
    '/registry/directory-installs',
    { name: 'com.example/listed' },
  );
  writes.expect('installDirectoryServer', { target: { serverId, registryServerId }, after: { version: '1.0.0' } });
  await api.post('/registry/installs', { registryServerId });
  writes.expect('installRegistryServer', { target: { serverId, registryServerId }, after: { version: '1.0.0' } });
  await api.remove(`/registry/installs/${registryServerId}`);
  writes.expect('uninstallRegistryServer', { target: { serverId }, before: { id: serverId } });
}

/** Settings of the organization, written with the key. */
export async function writeOrganization(writes: AuditedWrites, organizationId: string): Promise<void> {
  const [api, home] = [writes.api, `/organizations/${organizationId}`];
  const { id: budgetId } = await api.ask<Made>('PUT', `${home}/budgets`, {
    scope: { kind: 'organization', id: organizationId },
    period: 'day',
    limit: { usd: 1 },
  });
  writes.expect('setBudget', { target: { budgetId }, after: { limit: { usd: 1 } } });
  await api.ask('POST', `${home}/budgets/${budgetId}/release`);
  writes.expect('releaseBudget', { target: { budgetId }, after: { releasedCalls: expect.any(Number) } });
  await api.ask('DELETE', `${home}/budgets/${budgetId}`);
  writes.expect('removeBudget', { target: { budgetId }, before: { limit: { usd: 1 } } });
}
