import { withHiddenPath } from '@assay/contract/areas/servers/path-secrets';
import type { BundleServer } from '@assay/contract/areas/environments/bundle';
import type { BundleNote, Plugin, PluginVersion } from '@assay/contract/areas/plugins/documents';
import { given } from '@assay/contract/given';
import type { DeclaredServer, VariableReference } from '@assay/plugin-bundle/mcp-declarations';
import type { PluginContent } from '@assay/plugin-bundle/plugin';
import { namesSecret, redactText } from '@assay/kit/security/redact';

/** A declared server as a version keeps it. */
export interface StoredServer {
  /** The same in every version of the plugin. */
  id: string;
  name: string;
  declaration: NonNullable<BundleServer['declaration']>;
  /** Headers or variables that the declaration leaves out, or that are not kept. */
  missing: string[];
  /** The missing ones that a secret can fill in; absent when there are none. */
  references?: Record<string, VariableReference>;
}

export interface StoredPluginSkill {
  skillId: string;
  skillVersionId: string;
  folder: string;
  name: string;
}

/** The content of a version, stored as one document. */
export interface PluginVersionBody {
  displayName?: string;
  description?: string;
  declaredVersion?: string;
  manifestHash: string;
  counts: PluginContent['counts'];
  servers: StoredServer[];
  skills: StoredPluginSkill[];
  faults: BundleNote[];
  warnings: BundleNote[];
}

export interface StoredPlugin {
  id: string;
  projectId: string;
  name: string;
  activeVersionId: string | null;
  /** Of the active version, or of the newest one. */
  displayName: string | null;
  description: string | null;
  createdAt: Date;
  updatedAt: Date;
}

export interface StoredPluginVersion {
  id: string;
  projectId: string;
  pluginId: string;
  pluginName: string;
  bundleHash: string;
  status: 'ready' | 'invalid';
  body: PluginVersionBody;
  createdAt: Date;
}

/** A version as a bundle needs it. */
export type PinnedVersion = Pick<
  StoredPluginVersion,
  'id' | 'pluginId' | 'pluginName' | 'bundleHash' | 'status' | 'body'
>;

/**
 * A declared server as it is kept. Values that are secrets by their names, or look like one, are dropped: every member of
 * the project can read a version.
 */
export function keptServer({ name, connection, given, missing, references }: DeclaredServer, id: string): StoredServer {
  const isSecret = ([key, value]: [string, string]) => namesSecret(key) || redactText(value) !== value;
  const { secret = [], plain = [] } = Object.groupBy(Object.entries(given), (each) =>
    isSecret(each) ? 'secret' : 'plain',
  );
  const kept = Object.fromEntries(plain);
  const hasValues = Object.keys(kept).length > 0;
  const referring = Object.entries(references).filter(([, { prefix = '' }]) => redactText(prefix) === prefix);
  return {
    id,
    name,
    declaration:
      connection.transportType === 'http'
        ? { url: connection.url, ...(hasValues && { headers: kept }) }
        : { command: connection.command, args: connection.args, ...(hasValues && { env: kept }) },
    missing: [...missing, ...secret.map(([key]) => key)],
    ...(referring.length > 0 && { references: Object.fromEntries(referring) }),
  };
}

/** The part of a plugin's content that a version keeps. */
export const versionBody = (
  { displayName, description, version, manifestHash, counts, faults, warnings }: PluginContent,
  servers: StoredServer[],
  skills: StoredPluginSkill[],
): PluginVersionBody => ({
  ...given({ displayName, description, declaredVersion: version }),
  manifestHash,
  counts,
  servers,
  skills,
  faults,
  warnings,
});

export const toPlugin = ({
  id,
  projectId,
  name,
  activeVersionId,
  displayName,
  description,
  ...times
}: StoredPlugin): Plugin => ({
  id,
  projectId,
  name,
  ...given({ displayName: displayName ?? undefined, description: description ?? undefined }),
  enabled: true,
  ...(activeVersionId !== null && { activeVersionId }),
  createdAt: times.createdAt.getTime(),
  updatedAt: times.updatedAt.getTime(),
});

export function toPluginVersion({
  id,
  pluginId,
  pluginName,
  bundleHash,
  status,
  body,
  createdAt,
}: StoredPluginVersion): PluginVersion {
  const { declaredVersion, manifestHash, counts, servers, skills, faults, warnings } = body;
  return {
    id,
    pluginId,
    ...given({ declaredVersion }),
    bundleHash,
    manifestHash,
    status,
    componentCounts: counts,
    servers: servers.map(({ id: serverId, name, declaration, missing, references }) => ({
      componentId: serverId,
      componentKey: `servers/${name}`,
      declaredName: name,
      placement: 'url' in declaration ? 'remote' : 'local',
      authenticationPolicy: missing.length > 0 ? 'on_install' : 'on_use',
      materializedServerId: serverId,
      ...('url' in declaration ? { url: withHiddenPath(declaration.url) } : { command: declaration.command }),
      ...(missing.length > 0 && { missing }),
      ...(references && {
        secretNames: Object.fromEntries(Object.entries(references).map(([key, { variable }]) => [key, variable])),
      }),
    })),
    skills: skills.map(({ skillId, skillVersionId, folder, name }) => ({
      componentId: skillVersionId,
      componentKey: folder,
      declaredName: name,
      modelRef: `${pluginName}:${name}`,
      materializedSkillId: skillId,
    })),
    faults,
    warnings,
    createdAt: createdAt.getTime(),
    ...(status === 'ready' && { readyAt: createdAt.getTime() }),
  };
}
