import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { BundlePlugin, BundleServer, BundleSkill } from '@assay/contract/areas/environments/bundle';
import { given } from '@assay/contract/given';
import { foldedName } from '@assay/contract/normal-name';
import { unlaunchableProblem } from '@assay/contract/areas/environments/unlaunchable';
import type { VariableReference } from '@assay/plugin-bundle/mcp-declarations';
import type { PinnedVersion, StoredServer } from '../plugins/plugin-record.ts';
import type { BundleSource } from './bundle-source.ts';

/** The plugin versions and skills that a bundle selects. */
export interface SelectedParts {
  pluginVersionIds: readonly string[];
  skills: { ids: readonly string[]; versionPins: readonly { skillId: string; versionId: string }[] } | 'all';
  /** Absent when the servers of plugins get no secrets. */
  secretIds?: readonly string[];
}

export interface NamedSecret {
  id: string;
  name: string;
}

/** The selected parts as they are stored; deleted ones are left out. */
export interface FoundParts {
  versions: readonly PinnedVersion[];
  skills: readonly BundleSkill[];
  /** Absent when the servers of plugins get no secrets. */
  secrets?: readonly NamedSecret[];
}

/**
 * The parts that a bundle selects: the environment's own skill selection comes before the client's; without either,
 * there are no skills beside the skills of the plugins.
 */
export function selectedParts({ environment, client }: BundleSource): SelectedParts {
  const { pluginVersionIds = [], skillSelection: own, secretSelection } = environment?.body ?? {};
  const { mode, skillIds = [] } = own ?? client?.config.skillSelection ?? {};
  const skills = mode === 'all-visible' ? 'all' : { ids: skillIds, versionPins: own?.versionPins ?? [] };
  return { pluginVersionIds, skills, ...given({ secretIds: secretSelection?.secretIds }) };
}

/** Whether a bundle selects nothing, so that nothing has to be read. */
export const isNothingSelected = ({ pluginVersionIds, skills }: SelectedParts): boolean =>
  pluginVersionIds.length === 0 && skills !== 'all' && skills.ids.length === 0;

/** Throws CONFLICT when a selected part was deleted. */
export function assertPartsThere({ pluginVersionIds, skills, secretIds = [] }: SelectedParts, found: FoundParts): void {
  const missing = pluginVersionIds.filter((id) => !found.versions.some((version) => version.id === id));
  if (missing.length > 0) throw unlaunchableProblem('ENV_PLUGIN_VERSION_MISSING', { pluginVersionIds: missing });
  const skillIds =
    skills === 'all' ? [] : skills.ids.filter((id) => !found.skills.some(({ skillId }) => skillId === id));
  if (skillIds.length > 0) throw unlaunchableProblem('ENV_SKILL_MISSING', { skillIds });
  const deleted = secretIds.filter((id) => !found.secrets?.some((secret) => secret.id === id));
  if (deleted.length > 0) throw unlaunchableProblem('ENV_SECRET_MISSING', { secretIds: deleted });
}

/**
 * The servers that plugin versions declare. Selected secrets fill in headers and variables that refer to them by name;
 * where some are selected, a reference to another one is a CONFLICT, unless the client gives the header.
 */
export const pluginServers = (
  { versions, secrets }: Pick<FoundParts, 'versions' | 'secrets'>,
  { serverConnectionOverrides = {} }: Pick<ClientConfig, 'serverConnectionOverrides'>,
): BundleServer[] =>
  versions.flatMap((version) =>
    version.body.servers.map((server) => ({
      id: server.id,
      name: server.name,
      isOptional: false,
      pluginVersionId: version.id,
      declaration: secrets
        ? withSecrets(server, secrets, serverConnectionOverrides[server.id]?.headersOverride ?? {})
        : server.declaration,
    })),
  );

function withSecrets(
  { id, declaration, references = {} }: StoredServer,
  secrets: readonly NamedSecret[],
  overridden: Record<string, string>,
): StoredServer['declaration'] {
  const given = Object.keys(overridden).map((name) => name.toLowerCase());
  const open = Object.entries(references).filter(([key]) => !given.includes(key.toLowerCase()));
  const secretOf = ({ variable }: VariableReference) =>
    secrets.find(({ name }) => foldedName(name) === foldedName(variable));
  const secretNames = [...new Set(open.flatMap(([, each]) => (secretOf(each) ? [] : [each.variable])))];
  if (secretNames.length > 0) throw unlaunchableProblem('ENV_SECRET_NOT_SELECTED', { serverId: id, secretNames });
  const filled = Object.fromEntries(
    open.map(([key, each]) => [key, { secretId: secretOf(each)!.id, ...(each.prefix && { prefix: each.prefix }) }]),
  );
  return 'url' in declaration
    ? { ...declaration, headers: { ...declaration.headers, ...filled } }
    : { ...declaration, env: { ...declaration.env, ...filled } };
}

export const toBundlePlugin = ({ id, pluginId, pluginName, bundleHash }: PinnedVersion): BundlePlugin => ({
  pluginId,
  pluginVersionId: id,
  name: pluginName,
  bundleHash,
});
