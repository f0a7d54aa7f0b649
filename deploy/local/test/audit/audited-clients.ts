import type { ClientDetail } from '@assay/contract/areas/clients/documents';
import type { AuditedWrites } from './audited-writes.ts';

/** Creates clients, changes them, and deletes them again. */
export async function writeClients(writes: AuditedWrites, serverId: string): Promise<void> {
  const { api } = writes;
  const {
    id: clientId,
    name,
    configId,
  } = await api.post<ClientDetail>('/clients', { name: 'ours', template: 'claude' });
  writes.expect('createClient', { target: { clientId }, after: { name: 'ours', hostStyle: 'claude' } });
  const client = `/clients/${clientId}`;
  const edited = await api.patch<ClientDetail>(client, {
    name: 'theirs',
    expectedName: name,
    set: { systemPrompt: 'Be brief.' },
    expectedConfigId: configId,
  });
  writes.expect('updateClient', {
    target: { clientId },
    before: { name: 'ours', versionNumber: 1, systemPrompt: '' },
    after: { name: 'theirs', versionNumber: 2, systemPrompt: 'Be brief.' },
  });
  await api.post(`${client}/servers`, { serverIds: [serverId], expectedConfigId: edited.configId });
  writes.expect('setClientServers', {
    target: { clientId },
    before: { serverIds: [] },
    after: { serverIds: [serverId] },
  });
  const copy = await api.post<ClientDetail>(`${client}/duplicate`);
  writes.expect('duplicateClient', { target: { clientId: copy.id }, after: { name: 'theirs copy' } });
  await api.remove(`/clients/${copy.id}`);
  writes.expect('deleteClient', { target: { clientId: copy.id }, before: { name: 'theirs copy' } });
}
