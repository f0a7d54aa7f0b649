import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, page, pageQuery, record } from '../../schema.ts';
import { Name } from '../../text.ts';
import { ClientConfig, McpProfile } from './config.ts';

/** The built-in templates of clients. */
export const clientTemplates = [
  'assay',
  'claude',
  'claude-code',
  'chatgpt',
  'mistral',
  'cursor',
  'codex',
  'copilot',
  'vscode',
  'agentcore',
  'n8n',
  'perplexity',
] as const;
export type ClientTemplateId = (typeof clientTemplates)[number];

const { modelId, ...others } = ClientConfig.properties;

/** The settings of a client as a caller writes them: absent ones get their defaults. */
export type ClientConfigInput = Static<typeof ClientConfigInput>;
export const ClientConfigInput = closed(
  { modelId, ...Type.Partial(closed(others)).properties },
  { $id: 'ClientConfigInput', description: 'Absent settings get their defaults; no other settings are kept.' },
);

export type CreateClient = Static<typeof CreateClient>;
export const CreateClient = closed(
  {
    name: Name({ description: 'Need not be unique; but a name that several clients have identifies none of them.' }),
    template: Type.Optional(
      oneOf([...clientTemplates], { description: 'A template of the catalog. Either `template` or `config`.' }),
    ),
    theme: Type.Optional(oneOf(['light', 'dark'], { description: 'Told to widgets; only with `template`.' })),
    config: Type.Optional(ClientConfigInput),
  },
  { $id: 'ClientCreateRequest' },
);

/** The settings of a client that can be changed one by one: absent keeps; objects are replaced as a whole. */
export type ClientFieldSet = Static<typeof ClientFieldSet>;
export const ClientFieldSet = closed(
  {
    modelId: Type.Optional(modelId),
    systemPrompt: Type.Optional(nullable(others.systemPrompt)),
    temperature: Type.Optional(nullable(others.temperature)),
    requireToolApproval: Type.Optional(nullable(others.requireToolApproval)),
    connectionDefaults: Type.Optional(nullable(others.connectionDefaults)),
    modelSelection: Type.Optional(nullable(others.modelSelection)),
    respectToolVisibility: Type.Optional(nullable(others.respectToolVisibility)),
    progressiveToolDiscovery: Type.Optional(nullable(others.progressiveToolDiscovery)),
    harness: Type.Optional(nullable(others.harness)),
    computer: Type.Optional(nullable(others.computer)),
    builtInToolIds: Type.Optional(nullable(others.builtInToolIds)),
    skillSelection: Type.Optional(nullable(others.skillSelection)),
    modelVisibleMcpToolResults: Type.Optional(nullable(others.modelVisibleMcpToolResults)),
    mcpToolResultImageRendering: Type.Optional(nullable(others.mcpToolResultImageRendering)),
    mcpProfile: Type.Optional(nullable(others.mcpProfile)),
    hostCapabilitiesOverride: Type.Optional(nullable(others.hostCapabilitiesOverride)),
    chatUiOverride: Type.Optional(nullable(others.chatUiOverride)),
  },
  {
    $id: 'ClientFieldSet',
    minProperties: 1,
    description:
      'Null resets `systemPrompt`, `temperature` (0.7), `requireToolApproval` and `connectionDefaults`, and clears any other setting.',
  },
);

const Count = Type.Integer({ minimum: 0 });
const impact = {
  liveEnvironmentCount: Count,
  scenarioAttachmentCount: Type.Integer({
    minimum: 0,
    description: 'Published studies of environments that use the client.',
  }),
  activeLegacyJourneyCount: Type.Integer({ minimum: 0, description: 'Journeys that use the client itself.' }),
};

/** The number of objects that an edit of the client affects. */
export type ClientImpact = Static<typeof ClientImpact>;
export const ClientImpact = open(impact, { $id: 'ClientImpact' });

const ExpectedConfigId = Type.String({
  minLength: 1,
  maxLength: 200,
  description:
    'The `configId` that was read; a CONFLICT with `details.currentConfigId` when the settings changed since.',
});

export type UpdateClient = Static<typeof UpdateClient>;
export const UpdateClient = closed(
  {
    name: Type.Optional(Name({ description: 'Needs `expectedName`.' })),
    config: Type.Optional(ClientConfigInput),
    set: Type.Optional(ClientFieldSet),
    expectedName: Type.Optional(
      Type.String({
        minLength: 1,
        maxLength: 200,
        description: 'The `name` that was read; a CONFLICT with `details.currentName` when it changed since.',
      }),
    ),
    expectedConfigId: Type.Optional(ExpectedConfigId),
    expectedImpact: Type.Optional(
      closed(impact, {
        description: 'The `impact` that was read; a CONFLICT with `details.currentImpact` when it changed since.',
      }),
    ),
  },
  { $id: 'ClientUpdateRequest' },
);

const ServerIds = others.serverIds;
export type SetClientServers = Static<typeof SetClientServers>;
export const SetClientServers = closed(
  {
    serverIds: ServerIds,
    optionalServerIds: Type.Optional({
      ...ServerIds,
      description:
        'Servers that a run does without if they cannot be reached. Absent keeps the present ones that `serverIds` does not name.',
    }),
    expectedConfigId: ExpectedConfigId,
  },
  { $id: 'ClientServersRequest' },
);

export const DuplicateClient = closed(
  { name: Type.Optional(Name({ description: 'By default the name of the client with `copy` behind it.' })) },
  { $id: 'ClientDuplicateRequest' },
);

const ConfigId = Type.String({ description: 'A hash of the settings: equal settings have an equal one.' });
const head = {
  id: Id,
  name: Type.String(),
  configId: ConfigId,
  ownerScope: nullable(record({ description: 'Null for a client of the project.' })),
  hasComputer: Type.Boolean({ description: 'Its settings name a `computer`.' }),
  isDefault: Type.Boolean({ description: 'Runs of the project that name no client use this one.' }),
  createdAt: EpochMs(),
  updatedAt: EpochMs(),
};

/** A client as a list shows it. */
export type Client = Static<typeof Client>;
export const Client = open(
  {
    ...head,
    modelId: Type.String(),
    serverCount: Type.Integer({ description: 'Of required and optional servers.' }),
  },
  { $id: 'ProjectClient' },
);
export const ClientPage = page(Client, 'ClientPage');
export const ListClients = pageQuery('ListClients', 200, 500);

export type ClientDetail = Static<typeof ClientDetail>;
export const ClientDetail = open(
  {
    ...head,
    config: ClientConfig,
    versionId: Id,
    versionNumber: Type.Integer({ minimum: 1, description: 'Counts the changes of the settings.' }),
    impact: ClientImpact,
  },
  { $id: 'ClientDetail' },
);

export const ClientDeleted = open({ id: Id, deleted: Type.Literal(true) }, { $id: 'ClientDeleted' });

const version = {
  versionId: Id,
  versionNumber: Type.Integer({ minimum: 1 }),
  configId: ConfigId,
  createdAt: EpochMs(),
  createdBy: Type.Optional(Id),
};

/** A state of a client's settings. */
export type ClientVersion = Static<typeof ClientVersion>;
export const ClientVersion = open(
  {
    ...version,
    changed: Type.Array(Type.String(), {
      description: 'JSON Pointers into `config` of what this version changed; empty for the first.',
    }),
    config: ClientConfig,
  },
  { $id: 'ClientVersion' },
);
export const ClientVersionPage = page(ClientVersion, 'ClientVersionPage');
export const ListClientVersions = pageQuery('ListClientVersions', 50, 200);

export const CompareClientVersions = open(
  {
    from: Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The `versionNumber` to start from.' }),
    to: Type.Optional(
      Type.Integer({ minimum: 1, maximum: 2_147_483_647, description: 'The present version when absent.' }),
    ),
  },
  { $id: 'CompareClientVersions' },
);
export type ClientVersionComparison = Static<typeof ClientVersionComparison>;
export const ClientVersionComparison = open(
  {
    from: open(version),
    to: open(version),
    changes: Type.Array(
      open({
        path: Type.String({ description: 'A JSON Pointer into the settings.' }),
        before: Type.Optional(Type.Unknown({ description: 'Absent when `from` does not have it.' })),
        after: Type.Optional(Type.Unknown({ description: 'Absent when `to` does not have it.' })),
      }),
    ),
  },
  { $id: 'ClientVersionComparison' },
);

/** A template of the catalog. */
export type CatalogClient = Static<typeof CatalogClient>;
export const CatalogClient = open(
  {
    id: Type.String(),
    label: Type.String(),
    provenance: oneOf(['observed', 'probe', 'vendor-doc', 'assumed'], {
      description: 'How the settings are known: seen on the wire, probed, documented by the vendor, or assumed.',
    }),
    rendersMcpApps: Type.Boolean(),
    hostStyle: Type.String(),
    mcpProfile: Type.Optional(McpProfile),
    config: ClientConfig,
  },
  { $id: 'CatalogClient' },
);

export type ClientCatalog = Static<typeof ClientCatalog>;
export const ClientCatalog = open(
  {
    schemaVersion: Type.Integer(),
    version: Type.Integer({ description: 'Rises with each change of the catalog.' }),
    contentHash: Type.String({ description: 'SHA-256 of the templates, in hexadecimal.' }),
    publishedAt: EpochMs(),
    source: oneOf(['live', 'bundled'], { description: '`bundled` came with the installation.' }),
    catalog: open({
      clientsById: Type.Unsafe<Record<string, CatalogClient>>({
        type: 'object',
        additionalProperties: CatalogClient,
      }),
    }),
  },
  { $id: 'ClientCatalog' },
);

export const HarnessToolPage = open(
  {
    items: Type.Array(
      open({
        key: Type.String(),
        name: Type.String(),
        commonName: Type.Optional(Type.String()),
        toolUseKind: Type.Optional(Type.String()),
        description: Type.Optional(Type.String()),
        inputSchema: Type.Optional(record()),
      }),
    ),
  },
  { $id: 'HarnessBuiltinToolPage' },
);
