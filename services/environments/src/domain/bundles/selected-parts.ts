import type { BundlePlugin, BundleServer, BundleSkill } from '@assay/contract/areas/environments/bundle';
import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import type { PinnedVersion } from '../plugins/plugin-record.ts';
import type { BundleSource } from './bundle-source.ts';

/** The plugin versions and skills that a bundle selects. */
export interface SelectedParts {
  pluginVersionIds: readonly string[];
  skills: { ids: readonly string[]; versionPins: readonly { skillId: string; versionId: string }[] } | 'all';
}

/** The selected parts as they are stored; deleted ones are left out. */
export interface FoundParts {
  versions: readonly PinnedVersion[];
  skills: readonly BundleSkill[];
}

/**
 * The parts that a bundle selects: the environment's own skill selection comes before the client's; without either,
 * there are no skills beside the skills of the plugins.
 */
export function selectedParts({ environment, client }: BundleSource): SelectedParts {
  const { pluginVersionIds = [], skillSelection: own } = environment?.body ?? {};
  const { mode, skillIds = [] } = own ?? client?.config.skillSelection ?? {};
  const skills = mode === 'all-visible' ? 'all' : { ids: skillIds, versionPins: own?.versionPins ?? [] };
  return { pluginVersionIds, skills };
}

/** Whether a bundle selects nothing, so that nothing has to be read. */
export const isNothingSelected = ({ pluginVersionIds, skills }: SelectedParts): boolean =>
  pluginVersionIds.length === 0 && skills !== 'all' && skills.ids.length === 0;

/** Throws CONFLICT when a selected part was deleted. */
export function assertPartsThere({ pluginVersionIds, skills }: SelectedParts, found: FoundParts): void {
  const missing = pluginVersionIds.filter((id) => !found.versions.some((version) => version.id === id));
  if (missing.length > 0) throw unlaunchableProblem('ENV_PLUGIN_VERSION_MISSING', { pluginVersionIds: missing });
  const skillIds =
    skills === 'all' ? [] : skills.ids.filter((id) => !found.skills.some(({ skillId }) => skillId === id));
  if (skillIds.length > 0) throw unlaunchableProblem('ENV_SKILL_MISSING', { skillIds });
}

/** The servers that plugin versions declare. */
export const pluginServers = (versions: readonly PinnedVersion[]): BundleServer[] =>
  versions.flatMap((version) =>
    version.body.servers.map(({ id, name, declaration }) => ({
      id,
      name,
      isOptional: false,
      pluginVersionId: version.id,
      declaration,
    })),
  );

export const toBundlePlugin = ({ id, pluginId, pluginName, bundleHash }: PinnedVersion): BundlePlugin => ({
  pluginId,
  pluginVersionId: id,
  name: pluginName,
  bundleHash,
});
