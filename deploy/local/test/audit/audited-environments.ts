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
