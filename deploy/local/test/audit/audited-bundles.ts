import type { PluginPushed } from '@assay/contract/areas/plugins/documents';
import type { SkillPushed } from '@assay/contract/areas/skills/documents';
import { zipOf } from '@assay/testkit/zip';
import type { AuditedWrites } from './audited-writes.ts';

const pluginZip = (version: string) => zipOf({ 'plugin.json': JSON.stringify({ name: 'tools', version }) });

/** Plugins and skills. */
export async function writeBundles(writes: AuditedWrites): Promise<void> {
  const { api } = writes;
  const pushed = await api.pushZip<PluginPushed>('/plugins', pluginZip('1'));
  const { pluginId, pluginVersionId } = pushed;
  writes.expect('pushProjectPlugin', {
    target: { pluginId, pluginVersionId },
    after: { name: 'tools', status: 'ready' },
  });
  await api.remove(`/plugins/${pluginId}/versions/${pluginVersionId}`);
  writes.expect('deletePluginVersion', { target: { pluginId, pluginVersionId } });
  await api.remove(`/plugins/${pluginId}`);
  writes.expect('deleteProjectPlugin', { target: { pluginId } });
  const zip = zipOf({ 'SKILL.md': '---\nname: forms\ndescription: Fill in forms.\n---\n# Forms\n' });
  const { skillId, versionId } = await api.pushZip<SkillPushed>('/skills', zip);
  writes.expect('pushProjectSkill', { target: { skillId, versionId }, after: { name: 'forms' } });
  await api.remove(`/skills/${skillId}`);
  writes.expect('deleteProjectSkill', { target: { skillId } });
}
