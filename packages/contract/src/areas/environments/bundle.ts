import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, oneOf, open } from '../../schema.ts';
import { ClientConfig } from '../clients/config.ts';
import type { SecretReference } from '../secrets/reference.ts';

/** The environment of a bundle, as it was when the bundle was resolved. */
export type BundleEnvironment = Static<typeof BundleEnvironment>;
export const BundleEnvironment = open({
  id: Id,
  name: nullable(Type.String({ description: 'Null for an environment that was made for one launch.' })),
  revision: Type.Integer(),
});

/** The client of a bundle, with the settings that a run uses. */
export type BundleClient = Static<typeof BundleClient>;
export const BundleClient = open({
  id: Id,
  name: Type.String(),
  configId: Type.String(),
  versionId: Id,
  versionNumber: Type.Integer({ minimum: 1 }),
  config: ClientConfig,
});

/** A server of a bundle; one of a plugin carries its declaration, because it is not a saved server of the project. */
export type BundleServer = Static<typeof BundleServer>;
export const BundleServer = open({
  id: Id,
  name: Type.String(),
  /** A run goes on without an optional server that cannot be reached. */
  isOptional: Type.Boolean(),
  pluginVersionId: Type.Optional(Id),
  declaration: Type.Optional(
    Type.Unsafe<
      | { url: string; headers?: Record<string, string | SecretReference> }
      | { command: string; args: string[]; env?: Record<string, string | SecretReference> }
    >({
      type: 'object',
      additionalProperties: true,
    }),
  ),
});

export type BundlePlugin = Static<typeof BundlePlugin>;
export const BundlePlugin = open({
  pluginId: Id,
  pluginVersionId: Id,
  name: Type.String(),
  bundleHash: Type.String({ description: 'SHA-256 of the content, in hexadecimal.' }),
});

export type BundleSkill = Static<typeof BundleSkill>;
export const BundleSkill = open({
  skillId: Id,
  versionId: Type.Optional(Id),
  pluginVersionId: Type.Optional(Id),
  name: Type.String(),
  description: Type.String(),
  contentHash: Type.String({ description: 'SHA-256 of the paths and bytes of its folder, in hexadecimal.' }),
  text: Type.String({ description: 'The instructions, without the front matter.' }),
  files: Type.Optional(
    Type.Array(open({ path: Type.String(), text: Type.Optional(Type.String()) }), {
      description: 'The other files of the skill, with their texts where the model can read them.',
    }),
  ),
});

/**
 * Everything that a launch uses, resolved at one moment: the client and its settings, the model, the servers, the plugins and the
 * skills. It never changes; a run keeps it in its spec.
 */
export type ResolvedBundle = Static<typeof ResolvedBundle>;
export const ResolvedBundle = open(
  {
    environment: nullable(BundleEnvironment),
    client: BundleClient,
    modelId: Type.Optional(Type.String({ description: 'The model that the environment itself names.' })),
    effectiveModelId: Type.String(),
    modelSource: oneOf(['environment', 'host']),
    serverAttachmentId: Type.Optional(Id),
    sandboxImageId: Type.Optional(Id),
    selectedServerIds: Type.Array(Id),
    servers: Type.Array(BundleServer, { description: 'The selected servers, and the servers that plugins add.' }),
    pluginVersions: Type.Array(BundlePlugin),
    skills: Type.Array(BundleSkill),
  },
  { $id: 'ResolvedBundle' },
);
