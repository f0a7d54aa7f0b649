import type { AuditedWrites } from './audited-writes.ts';

/** Creates clients, changes them, and deletes them again. */
export async function writeClients(writes: AuditedWrites, serverId: string): Promise<void> {
  const { api } = writes;
  const {
    id: clientId,
    name,
    configId,
  } = await api.assay.createClient({ projectId: api.projectId }, { name: 'ours', template: 'claude' });
  writes.expect('createClient', { target: { clientId }, after: { name: 'ours', hostStyle: 'claude' } });
  const edited = await api.assay.updateClient(
    { projectId: api.projectId, clientId },
    {
      name: 'theirs',
      expectedName: name,
      set: { systemPrompt: 'Be brief.' },
      expectedConfigId: configId,
    },
  );
  writes.expect('updateClient', {
    target: { clientId },
    before: { name: 'ours', versionNumber: 1, systemPrompt: '' },
    after: { name: 'theirs', versionNumber: 2, systemPrompt: 'Be brief.' },
  });
  await api.assay.setClientServers(
    { projectId: api.projectId, clientId },
    { serverIds: [serverId], expectedConfigId: edited.configId },
  );
  writes.expect('setClientServers', {
    target: { clientId },
    before: { serverIds: [] },
    after: { serverIds: [serverId] },
  });
  const copy = await api.assay.duplicateClient({ projectId: api.projectId, clientId });
  writes.expect('duplicateClient', { target: { clientId: copy.id }, after: { name: 'theirs copy' } });
  await api.assay.deleteClient({ projectId: api.projectId, clientId: copy.id });
  writes.expect('deleteClient', { target: { clientId: copy.id }, before: { name: 'theirs copy' } });
}
