import { zipOf } from '@assay/testkit/zip';
import type { AuditedWrites } from './audited-writes.ts';

const pluginZip = (version: string) => zipOf({ 'plugin.json': JSON.stringify({ name: 'tools', version }) });

/** Plugins and skills. */
export async function writeBundles(writes: AuditedWrites): Promise<void> {
  const { api } = writes;
  const pushed = await api.assay.pushProjectPlugin({ projectId: api.projectId }, pluginZip('1'));
  const { pluginId, pluginVersionId } = pushed;
  writes.expect('pushProjectPlugin', {
    target: { pluginId, pluginVersionId },
    after: { name: 'tools', status: 'ready' },
  });
  await api.assay.deletePluginVersion({ projectId: api.projectId, pluginId, pluginVersionId });
  writes.expect('deletePluginVersion', { target: { pluginId, pluginVersionId } });
  await api.assay.deleteProjectPlugin({ projectId: api.projectId, pluginId });
  writes.expect('deleteProjectPlugin', { target: { pluginId } });
  const zip = zipOf({ 'SKILL.md': '---\nname: forms\ndescription: Fill in forms.\n---\n# Forms\n' });
  const { skillId, versionId } = await api.assay.pushProjectSkill({ projectId: api.projectId }, zip);
  writes.expect('pushProjectSkill', { target: { skillId, versionId }, after: { name: 'forms' } });
  await api.assay.deleteProjectSkill({ projectId: api.projectId, skillId });
  writes.expect('deleteProjectSkill', { target: { skillId } });
}
