import { rpcOf } from '@assay/mesh/rpc/operation-rpc';
import { operations } from '@assay/contract/operations';
import { audit } from '@assay/kit/audit/audit';
import { derivedId, newId } from '@assay/kit/id';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import type { PluginContent } from '@assay/plugin-bundle/plugin';
import {
  keptServer,
  versionBody,
  type StoredPlugin,
  type StoredPluginSkill,
  type StoredPluginVersion,
} from '../../domain/plugins/plugin-record.ts';
import { bundleQuotaProblem } from '../../domain/plugins/quota.ts';
import {
  claimBundles,
  ensurePlugin,
  findBundleUsage,
  findPlugin,
  findVersionByHash,
  insertVersion,
  updateActiveVersion,
} from '../../store/plugins/plugins.ts';
import { refuseDeletedProject } from '../projects/admit-to-project.ts';
import { saveSkill } from '../skills/save-skill.ts';

export interface PushedPlugin {
  plugin: StoredPlugin;
  version: StoredPluginVersion;
  isNew: boolean;
}

/** Stores a plugin's content as a version, unless the plugin has one with this content. */
export function pushPlugin(
  pool: Pool,
  { projectId, userId }: { projectId: string; userId: string | undefined },
  content: PluginContent,
): Promise<PushedPlugin> {
  return transaction(pool, async (tx) => {
    await claimBundles(tx, projectId);
    await refuseDeletedProject(tx, projectId);
    const pluginId = await ensurePlugin(tx, projectId, content.name, newId('plugin'));
    const known = await findVersionByHash(tx, pluginId, content.bundleHash);
    if (known) {
      await audit(tx);
      return { plugin: (await findPlugin(tx, projectId, pluginId))!, version: known, isNew: false };
    }

    const id = newId('plugver');
    const isReady = content.faults.length === 0;
    const servers = content.servers.map((server) => keptServer(server, derivedId('srv', `${pluginId} ${server.name}`)));
    const skills = isReady ? await saveSkills(tx, { projectId, pluginId }, content) : [];
    await insertVersion(tx, {
      id,
      projectId,
      pluginId,
      bundleHash: content.bundleHash,
      status: isReady ? 'ready' : 'invalid',
      body: versionBody(content, servers, skills),
      createdBy: userId,
    });
    await updateActiveVersion(tx, projectId, pluginId);
    const problem = bundleQuotaProblem(await findBundleUsage(tx, projectId));
    if (problem) throw problem;
    const version = (await findVersionByHash(tx, pluginId, content.bundleHash))!;
    await audit(tx, {
      rpc: rpcOf(operations.pushProjectPlugin).path,
      target: { pluginId, pluginVersionId: id },
      after: { name: content.name, bundleHash: content.bundleHash, status: version.status },
    });
    return { plugin: (await findPlugin(tx, projectId, pluginId))!, version, isNew: true };
  });
}

async function saveSkills(
  tx: Tx,
  owner: { projectId: string; pluginId: string },
  { skills }: PluginContent,
): Promise<StoredPluginSkill[]> {
  const saved: StoredPluginSkill[] = [];
  for (const skill of skills) {
    const { skillId, versionId } = await saveSkill(tx, owner, skill);
    saved.push({ skillId, skillVersionId: versionId, folder: skill.folder, name: skill.name });
  }
  return saved;
}
