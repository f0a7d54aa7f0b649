import type { EvalSuiteCreated } from '@assay/contract/areas/suites/documents';
import { toolCall } from '../support/api.ts';
import type { AuditedWrites } from './audited-writes.ts';

export async function writeImages(writes: AuditedWrites): Promise<void> {
  const { api } = writes;
  const blueprint = JSON.stringify({ baseImage: `docker.io/library/node@sha256:${'a'.repeat(64)}` });
  const { id: imageId } = await api.post<{ id: string }>('/images', { name: 'tools', blueprint });
  writes.expect('createSandboxImage', { target: { imageId }, after: { name: 'tools', sharing: 'user' } });
  await api.patch(`/images/${imageId}`, { name: 'more tools' });
  writes.expect('updateSandboxImage', {
    target: { imageId },
    before: { name: 'tools' },
    after: { name: 'more tools' },
  });
  await api.post(`/images/${imageId}/promote`);
  writes.expect('promoteSandboxImage', {
    target: { imageId },
    before: { sharing: 'user' },
    after: { sharing: 'project' },
  });
  const { buildId } = await api.post<{ buildId: string }>(`/images/${imageId}/build`);
  writes.expect('buildSandboxImage', { target: { imageId, buildId }, outcome: 'failed' });
  await api.remove(`/images/${imageId}`);
  writes.expect('deleteSandboxImage', { target: { imageId }, before: { name: 'more tools' } });
}

/** Creates server groups and environments, makes every change of them, and attaches one to a suite. */
export async function writeEnvironments(writes: AuditedWrites, serverId: string): Promise<void> {
  const { api } = writes;
  const { id: hostId } = await api.post<{ id: string }>('/clients', { name: 'of environments', template: 'claude' });
  writes.expect('createClient', { target: { clientId: hostId } });
  const draft = { name: 'some', serverIds: [serverId] };
  const { id: serverGroupId } = await api.post<{ id: string }>('/server-groups', draft);
  writes.expect('createServerGroup', { target: { serverGroupId }, after: { name: 'some' } });
  const group = `/server-groups/${serverGroupId}`;
  await api.patch(group, { expectedRevision: 1, name: 'more' });
  writes.expect('updateServerGroup', { target: { serverGroupId }, before: { name: 'some' }, after: { name: 'more' } });
  const { id: snapshotId } = await api.post<{ id: string }>(`${group}/snapshot`);
  writes.expect('snapshotServerGroup', { target: { serverGroupId: snapshotId }, after: { snapshotOf: serverGroupId } });
  await api.remove(group);
  writes.expect('deleteServerGroup', { target: { serverGroupId }, before: { name: 'more' } });

  const created = await api.post<{ id: string }>('/environments', { name: 'staging', hostId });
  const target = { environmentId: created.id };
  const environment = `/environments/${created.id}`;
  writes.expect('createEnvironment', { target, after: { name: 'staging', hostId } });
  await api.patch(environment, { expectedRevision: 1, name: 'live' });
  writes.expect('updateEnvironment', { target, before: { name: 'staging' }, after: { name: 'live' } });
  await api.post(`${environment}/archive`, { expectedRevision: 2 });
  writes.expect('archiveEnvironment', { target, before: { archived: false }, after: { archived: true } });
  await api.post(`${environment}/restore`, { expectedRevision: 3 });
  writes.expect('restoreEnvironment', { target, before: { archived: true }, after: { archived: false } });

  const ensured = await api.post<{ environment: { id: string } }>('/environments/ensure-adhoc', { hostId });
  const adhoc = { environmentId: ensured.environment.id };
  writes.expect('ensureAdhocEnvironment', { target: adhoc, after: { name: null, hostId } });
  await api.post(`/environments/${adhoc.environmentId}/name`, { expectedRevision: 1, name: 'named' });
  writes.expect('nameEnvironment', { target: adhoc, before: { name: null }, after: { name: 'named' } });

  const { suiteId } = await api.post<EvalSuiteCreated>('/eval-suites', {
    name: 'of an environment',
    serverIds: [serverId],
    tests: [{ title: 'echo', steps: [toolCall('call', 'everything', 'echo', { message: 'hi' })] }],
  });
  await api.post(`/eval-suites/${suiteId}/environments`, { environmentId: created.id });
  writes.expect('attachEvalSuiteEnvironment', { target: { suiteId }, after: { environmentIds: [created.id] } });
}
