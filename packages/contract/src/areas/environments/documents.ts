import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, page, pageQuery, record } from '../../schema.ts';
import { Name, NameReference, Prose } from '../../text.ts';

export const EnvironmentCapabilities = open(
  {
    modelOverrides: Type.Boolean({ description: 'An environment may name another model than its client.' }),
    modelMatrix: Type.Boolean({ description: 'A group of runs may have targets that differ in their models.' }),
    ephemeralEnvironmentLaunch: Type.Boolean({ description: 'A launch may make an environment for itself.' }),
  },
  { $id: 'ProjectEnvironmentCapabilities' },
);

const Ids = (description: string) =>
  Type.Array(Id, {
    minItems: 1,
    maxItems: 100,
    description,
  });

export type EnvironmentSkillSelection = Static<typeof EnvironmentSkillSelection>;
export const EnvironmentSkillSelection = closed(
  {
    mode: oneOf(['explicit']),
    skillIds: Ids('Skills of the project whose instructions the model gets.'),
    versionPins: Type.Optional(
      Type.Array(closed({ skillId: Id, versionId: Id }), {
        minItems: 1,
        maxItems: 100,
        description: 'A version for some of `skillIds`; the others are used in their newest version.',
      }),
    ),
  },
  { $id: 'EnvironmentSkillSelection', description: "Replaces the skill selection of the environment's client." },
);

export const EnvironmentSecretSelection = closed(
  { mode: oneOf(['explicit']), secretIds: Ids('Secrets of the project.') },
  {
    $id: 'EnvironmentSecretSelection',
    description:
      'The secrets that fill in the headers and variables of plugin servers that refer to them by name, such as `Bearer ${TOKEN}` to the secret `TOKEN`. Every name must then be selected, or given by the client as a header.',
  },
);

const settings = {
  description: Prose(10_000),
  hostId: NameReference({
    maxLength: 200,
    description: 'The id of the client, or its name without regard to case. It is answered as the id.',
  }),
  serverAttachmentId: {
    ...Id,
    description:
      "The server group, or the snapshot of one, whose servers a launch connects. Without it, a launch connects the servers of the client's settings.",
  },
  modelId: Name({
    description: "The model in place of the client's. Absent, the client's model is used; `resolve` tells which one.",
  }),
  skillSelection: EnvironmentSkillSelection,
  pluginVersionIds: Ids('Versions of plugins, whose servers and skills a launch adds.'),
  sandboxImageId: {
    ...Id,
    description:
      'The image for commands, which must be promoted and have a build that is ready. This version starts no commands in images: a launch against an environment that names one answers FEATURE_NOT_SUPPORTED.',
  },
  secretSelection: EnvironmentSecretSelection,
};
const optionalSettings = {
  serverAttachmentId: Type.Optional(settings.serverAttachmentId),
  modelId: Type.Optional(settings.modelId),
  skillSelection: Type.Optional(settings.skillSelection),
  pluginVersionIds: Type.Optional(settings.pluginVersionIds),
  sandboxImageId: Type.Optional(settings.sandboxImageId),
  secretSelection: Type.Optional(settings.secretSelection),
};

/** The settings of an environment: all of it but its name. */
export type EnvironmentSettings = Static<typeof EnvironmentSettings>;
const EnvironmentSettings = closed({
  hostId: settings.hostId,
  description: Type.Optional(settings.description),
  ...optionalSettings,
});

const recorded = {
  ...EnvironmentSettings.properties,
  revision: Type.Integer({ description: 'Rises by one with every change, an archive or restore included.' }),
  archived: Type.Boolean(),
  archivedAt: Type.Optional(EpochMs()),
  createdAt: EpochMs(),
  updatedAt: EpochMs(),
};

export type ProjectEnvironment = Static<typeof ProjectEnvironment>;
export const ProjectEnvironment = open(
  {
    id: Id,
    projectId: Id,
    name: nullable(Type.String({ description: 'Null for an ad-hoc environment.' })),
    adhoc: Type.Optional(Type.Literal(true, { description: 'Present for an ad-hoc environment.' })),
    ...recorded,
  },
  { $id: 'ProjectEnvironment' },
);
export const ProjectEnvironmentPage = page(ProjectEnvironment, 'ProjectEnvironmentPage');
export const ListEnvironments = open(
  {
    ...pageQuery('', 200, 500).properties,
    includeArchived: Type.Optional(Type.Boolean({ default: false, description: 'Lists archived environments, too.' })),
  },
  { $id: 'ListEnvironments' },
);

const EnvironmentName = Name({
  description:
    'Unique among the environments of the project that are not archived; case and invisible characters do not count.',
});

export type CreateEnvironment = Static<typeof CreateEnvironment>;
export const CreateEnvironment = closed(
  { name: EnvironmentName, ...EnvironmentSettings.properties },
  { $id: 'ProjectEnvironmentCreateRequest' },
);

const ExpectedRevision = Type.Integer({
  minimum: 0,
  description: 'The `revision` that was read; a CONFLICT when the environment was changed since.',
});

/** The body that changes an environment: absent leaves alone, null clears, a value replaces. */
export type UpdateEnvironment = Static<typeof UpdateEnvironment>;
export const UpdateEnvironment = closed(
  {
    expectedRevision: ExpectedRevision,
    name: Type.Optional(EnvironmentName),
    description: Type.Optional(nullable(settings.description)),
    hostId: Type.Optional(settings.hostId),
    serverAttachmentId: Type.Optional(nullable(settings.serverAttachmentId)),
    modelId: Type.Optional(nullable(settings.modelId)),
    skillSelection: Type.Optional(nullable(settings.skillSelection)),
    pluginVersionIds: Type.Optional(nullable(settings.pluginVersionIds)),
    sandboxImageId: Type.Optional(nullable(settings.sandboxImageId)),
    secretSelection: Type.Optional(nullable(settings.secretSelection)),
  },
  { $id: 'ProjectEnvironmentUpdateRequest' },
);

export const EnvironmentRevisionRequest = closed(
  { expectedRevision: ExpectedRevision },
  { $id: 'ProjectEnvironmentRevisionRequest' },
);

export type NameEnvironment = Static<typeof NameEnvironment>;
export const NameEnvironment = closed(
  { expectedRevision: ExpectedRevision, name: EnvironmentName, description: Type.Optional(settings.description) },
  { $id: 'EnvironmentNameRequest' },
);

export const RestoredEnvironment = open(
  {
    ...ProjectEnvironment.properties,
    droppedPluginVersionIds: Type.Optional(
      Type.Array(Id, { description: 'Pinned plugin versions that were deleted meanwhile, and are pinned no more.' }),
    ),
  },
  { $id: 'ProjectEnvironmentRestored' },
);

export type AdhocEnvironment = Static<typeof AdhocEnvironment>;
export const AdhocEnvironment = closed(
  { hostId: settings.hostId, ...optionalSettings },
  { $id: 'AdhocEnvironmentRequest' },
);
export const AdhocEnvironmentEnsured = open(
  {
    environment: ProjectEnvironment,
    created: Type.Boolean({ description: 'False when the project had an ad-hoc environment with these settings.' }),
  },
  { $id: 'AdhocEnvironmentEnsured' },
);

/** Everything that a launch against an environment would use. */
export type ResolvedEnvironment = Static<typeof ResolvedEnvironment>;
export const ResolvedEnvironment = open(
  {
    environment: open({ id: Id, name: nullable(Type.String()), revision: Type.Integer() }),
    hostId: Id,
    hostName: Type.String(),
    hostConfigId: Type.String({ description: "The hash of the client's settings." }),
    modelId: Type.Optional(Type.String({ description: "The environment's own model." })),
    effectiveModelId: Type.String(),
    modelSource: oneOf(['environment', 'host'], { description: '`host` is the client.' }),
    serverAttachmentId: Type.Optional(Id),
    sandboxImageId: Type.Optional(Id),
    selectedServerIds: Type.Array(Id),
    effectiveServerIds: Type.Array(Id, { description: 'The selected servers, and the servers that plugins add.' }),
    pluginVersions: Type.Array(
      open({ pluginId: Id, pluginVersionId: Id, name: Type.String(), bundleHash: Type.String() }),
    ),
    skills: Type.Array(
      open({
        skillId: Id,
        versionId: Type.Optional(Id),
        pluginVersionId: Type.Optional(Id),
        name: Type.String(),
        contentHash: Type.String(),
      }),
    ),
    servers: Type.Array(open({ serverId: Id, name: Type.String() })),
  },
  { $id: 'ProjectEnvironmentResolved' },
);

/** One revision of an environment. */
export const EnvironmentRevision = open(
  {
    revision: Type.Integer(),
    createdAt: EpochMs(),
    createdBy: Type.Optional(Id),
    changed: Type.Array(Type.String(), {
      description: 'JSON Pointers into `environment` of what this revision changed; empty for the first.',
    }),
    environment: record({ description: 'The name and settings as they were.' }),
  },
  { $id: 'EnvironmentRevision' },
);
export const EnvironmentRevisionPage = page(EnvironmentRevision, 'EnvironmentRevisionPage');
export const ListEnvironmentRevisions = pageQuery('ListEnvironmentRevisions', 50, 200);
