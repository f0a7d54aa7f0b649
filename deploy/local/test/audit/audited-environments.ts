import { toolCall } from '../support/api.ts';
import type { AuditedWrites } from './audited-writes.ts';

export async function writeImages(writes: AuditedWrites): Promise<void> {
  const { api } = writes;
  const blueprint = JSON.stringify({ baseImage: `docker.io/library/node@sha256:${'a'.repeat(64)}` });
  const { id: imageId } = await api.assay.createSandboxImage(
    { projectId: api.projectId },
    { name: 'tools', blueprint },
  );
  writes.expect('createSandboxImage', { target: { imageId }, after: { name: 'tools', sharing: 'user' } });
  await api.assay.updateSandboxImage({ projectId: api.projectId, imageId }, { name: 'more tools' });
  writes.expect('updateSandboxImage', {
    target: { imageId },
    before: { name: 'tools' },
    after: { name: 'more tools' },
  });
  await api.assay.promoteSandboxImage({ projectId: api.projectId, imageId });
  writes.expect('promoteSandboxImage', {
    target: { imageId },
    before: { sharing: 'user' },
    after: { sharing: 'project' },
  });
  const { buildId } = await api.assay.buildSandboxImage({ projectId: api.projectId, imageId });
  writes.expect('buildSandboxImage', { target: { imageId, buildId }, outcome: 'failed' });
  await api.assay.deleteSandboxImage({ projectId: api.projectId, imageId });
  writes.expect('deleteSandboxImage', { target: { imageId }, before: { name: 'more tools' } });
}

/** Creates server groups and environments, makes every change of them, and attaches one to a suite. */
export async function writeEnvironments(writes: AuditedWrites, serverId: string): Promise<void> {
  const { api } = writes;
  const { id: hostId } = await api.assay.createClient(
    { projectId: api.projectId },
    { name: 'of environments', template: 'claude' },
  );
  writes.expect('createClient', { target: { clientId: hostId } });
  const draft = { name: 'some', serverIds: [serverId] };
  const { id: serverGroupId } = await api.assay.createServerGroup({ projectId: api.projectId }, draft);
  writes.expect('createServerGroup', { target: { serverGroupId }, after: { name: 'some' } });
  await api.assay.updateServerGroup({ projectId: api.projectId, serverGroupId }, { expectedRevision: 1, name: 'more' });
  writes.expect('updateServerGroup', { target: { serverGroupId }, before: { name: 'some' }, after: { name: 'more' } });
  const { id: snapshotId } = await api.assay.snapshotServerGroup({ projectId: api.projectId, serverGroupId });
  writes.expect('snapshotServerGroup', { target: { serverGroupId: snapshotId }, after: { snapshotOf: serverGroupId } });
  await api.assay.deleteServerGroup({ projectId: api.projectId, serverGroupId });
  writes.expect('deleteServerGroup', { target: { serverGroupId }, before: { name: 'more' } });

  const created = await api.assay.createEnvironment({ projectId: api.projectId }, { name: 'staging', hostId });
  const target = { environmentId: created.id };
  writes.expect('createEnvironment', { target, after: { name: 'staging', hostId } });
  await api.assay.updateEnvironment(
    { projectId: api.projectId, environmentId: created.id },
    { expectedRevision: 1, name: 'live' },
  );
  writes.expect('updateEnvironment', { target, before: { name: 'staging' }, after: { name: 'live' } });
  await api.assay.archiveEnvironment({ projectId: api.projectId, environmentId: created.id }, { expectedRevision: 2 });
  writes.expect('archiveEnvironment', { target, before: { archived: false }, after: { archived: true } });
  await api.assay.restoreEnvironment({ projectId: api.projectId, environmentId: created.id }, { expectedRevision: 3 });
  writes.expect('restoreEnvironment', { target, before: { archived: true }, after: { archived: false } });

  const ensured = await api.assay.ensureAdhocEnvironment({ projectId: api.projectId }, { hostId });
  const adhoc = { environmentId: ensured.environment.id };
  writes.expect('ensureAdhocEnvironment', { target: adhoc, after: { name: null, hostId } });
  await api.assay.nameEnvironment(
    { projectId: api.projectId, environmentId: adhoc.environmentId },
    { expectedRevision: 1, name: 'named' },
  );
  writes.expect('nameEnvironment', { target: adhoc, before: { name: null }, after: { name: 'named' } });

  const { suiteId } = await api.assay.createEvalSuite(
    { projectId: api.projectId },
    {
      name: 'of an environment',
      serverIds: [serverId],
      tests: [{ title: 'echo', steps: [toolCall('call', 'everything', 'echo', { message: 'hi' })] }],
    },
  );
  await api.assay.attachEvalSuiteEnvironment({ projectId: api.projectId, suiteId }, { environmentId: created.id });
  writes.expect('attachEvalSuiteEnvironment', { target: { suiteId }, after: { environmentIds: [created.id] } });
}
