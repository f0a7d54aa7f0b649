import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, oneOf, open, page, pageQuery, record } from '../../schema.ts';
import { Name, Prose } from '../../text.ts';
import { ServerWarning } from '../servers/documents.ts';

const endpointKind = oneOf(['streamable-http', 'sse', 'stdio'], {
  description: 'How clients talk to it: over HTTP in two ways, or as a command that a runner starts.',
});
const rowType = oneOf(['remote', 'package', 'listing'], {
  description:
    '`remote` is reached at an address, `package` has to be started, `listing` describes a server and offers neither.',
});
const verifiedTier = oneOf(['domain', 'account', 'none'], {
  description:
    'What the source verified: that the publisher holds the domain of the name, or the account at a code host; `none` when it does not say.',
});
const status = oneOf(['active', 'deprecated', 'deleted']);
const contentHash = Type.String({ description: 'SHA-256, in hex, of the server.json in a canonical form.' });
const stale = Type.Optional(
  Type.Literal(true, { description: 'The source cannot be reached; this is its last answer.' }),
);
const sourceName = Prose(64, { minLength: 1, description: 'The name of a source.' });
/** A text that a registry wrote. */
const told = (description: string) => Type.Optional(Type.String({ description }));

export type ListDirectoryServers = Static<typeof ListDirectoryServers>;
export const ListDirectoryServers = open(
  {
    ...pageQuery('', 30, 100).properties,
    q: Type.Optional(Prose(200, { description: 'Part of the name.' })),
    source: Type.Optional(sourceName),
    rowType: Type.Optional(rowType),
    endpointKind: Type.Optional(endpointKind),
    verifiedTier: Type.Optional(verifiedTier),
    connectableOnly: Type.Optional(Type.Boolean({ description: 'Only what can be installed.' })),
    emptyIfUnreachable: Type.Optional(
      Type.Boolean({
        description: 'A search that no source answers is an empty page with `unreachableSources`, and no error.',
      }),
    ),
  },
  { $id: 'ListDirectoryServers' },
);

const row = {
  id: Id,
  source: Type.String(),
  name: Type.String({ description: 'In reverse-DNS form, with one slash.' }),
  title: told('As its publisher calls it.'),
  description: Type.String(),
  version: Type.String(),
  status,
  rowType,
  endpointKinds: Type.Array(endpointKind),
  verifiedTier,
  connectable: Type.Boolean({ description: 'It has an endpoint that can be installed.' }),
  websiteUrl: told('Not verified by this installation.'),
  repositoryUrl: told('Not verified by this installation.'),
  publishedAt: told('As the source has it, RFC 3339.'),
  contentHash,
};

export type DirectoryServer = Static<typeof DirectoryServer>;
export const DirectoryServer = open(row, { $id: 'DirectoryServer' });

export type DirectoryServerPage = Static<typeof DirectoryServerPage>;
export const DirectoryServerPage = open(
  {
    ...page(DirectoryServer, '').properties,
    stale,
    unreachableSources: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Sources that were asked and left out, because they cannot be reached and no earlier answer is kept.',
      }),
    ),
  },
  { $id: 'DirectoryServerPage' },
);

export type RegistryInput = Static<typeof RegistryInput>;
export const RegistryInput = open(
  {
    name: Type.String({ description: 'The key in `inputs` of an install.' }),
    in: oneOf(['url', 'header', 'env', 'argument']),
    description: told('As the publisher wrote it.'),
    isRequired: Type.Boolean({ description: 'An install without it is refused.' }),
    isSecret: Type.Boolean({ description: 'Is kept encrypted.' }),
    default: Type.Optional(Type.String()),
    choices: Type.Optional(Type.Array(Type.String())),
  },
  { $id: 'RegistryInput' },
);

export type RegistryEndpoint = Static<typeof RegistryEndpoint>;
export const RegistryEndpoint = open(
  {
    id: Type.String({ description: 'The `endpoint` of an install.' }),
    kind: endpointKind,
    url: told('The address, or its template.'),
    command: told('What is started.'),
    args: Type.Optional(Type.Array(Type.String())),
    inputs: Type.Array(RegistryInput),
  },
  { $id: 'RegistryEndpoint' },
);

export const GetDirectoryServer = open({ source: Type.Optional(sourceName) }, { $id: 'GetDirectoryServer' });
export type DirectoryServerDetail = Static<typeof DirectoryServerDetail>;
export const DirectoryServerDetail = open(
  {
    ...row,
    latestContentHash: contentHash,
    endpoints: Type.Array(RegistryEndpoint, {
      description: 'What can be installed; the first one is, unless another is named.',
    }),
    server: record({ description: 'The server.json, as the source gave it.' }),
    stale,
  },
  { $id: 'DirectoryServerDetail' },
);

export const DirectorySource = open(
  {
    name: Type.String(),
    url: Type.String(),
    lastSeenAt: Type.Optional(EpochMs('When it last answered.')),
  },
  { $id: 'DirectorySource' },
);
export const DirectorySourcePage = page(DirectorySource, 'DirectorySourcePage');

export const ListRegistryServers = open(
  {
    ...pageQuery('', 50, 200).properties,
    scope: Type.Optional(
      oneOf(['global', 'organization', 'all'], {
        default: 'all',
        description:
          '`organization` lists servers that a project of the organization has installed, `global` servers that no project of it has installed, of all servers that the sources listed.',
      }),
    ),
  },
  { $id: 'ListRegistryServers' },
);

const install = {
  serverId: Id,
  version: Type.String(),
  contentHash,
  installedAt: EpochMs(),
  updateAvailable: Type.Boolean({ description: 'The source has another latest version now.' }),
};

export type RegistryServer = Static<typeof RegistryServer>;
export const RegistryServer = open(
  {
    ...row,
    scope: oneOf(['global', 'organization']),
    updatedAt: EpochMs('When its latest version was first seen here. An install may expect it.'),
    installed: Type.Optional(open(install, { description: 'Present when the project has it.' })),
  },
  { $id: 'RegistryServer' },
);
export const RegistryServerPage = page(RegistryServer, 'RegistryServerPage');

export const ListRegistryConnections = pageQuery('ListRegistryConnections', 200, 500);
export type RegistryConnection = Static<typeof RegistryConnection>;
export const RegistryConnection = open(
  {
    registryServerId: Id,
    source: Type.String(),
    name: Type.String(),
    serverName: Type.String(),
    ...install,
    latestVersion: Type.String(),
    latestContentHash: contentHash,
    installedBy: Type.Optional(Id),
  },
  { $id: 'RegistryConnection' },
);
export const RegistryConnectionPage = page(RegistryConnection, 'RegistryConnectionPage');

/** Options that every install has. */
const choices = {
  serverName: Type.Optional(
    Name({
      description:
        "The saved server's name; the part behind the slash when absent. A name that another server has is refused (409).",
    }),
  ),
  endpoint: Type.Optional(Prose(64, { minLength: 1, description: 'One of the `endpoints` of the server.' })),
  inputs: Type.Optional(
    Type.Unsafe<Record<string, string>>({
      type: 'object',
      maxProperties: 100,
      propertyNames: { maxLength: 256 },
      additionalProperties: Prose(32_768),
      description:
        'Values for the inputs of the endpoint, by name. When it is installed again, saved headers and environment variables are kept, as long as they go to the same place.',
    }),
  ),
};

export type InstallDirectoryServer = Static<typeof InstallDirectoryServer>;
export const InstallDirectoryServer = closed(
  {
    name: Prose(256, { minLength: 1, description: 'The name, or the id, of a server in a directory.' }),
    source: Type.Optional(sourceName),
    version: Type.Optional(Prose(255, { minLength: 1, description: 'The latest one when absent.' })),
    expectedContentHash: Type.Optional(
      Prose(64, { minLength: 1, description: 'Refuses the install (409) when the source has other content now.' }),
    ),
    ...choices,
  },
  { $id: 'DirectoryInstallRequest' },
);

export type InstallRegistryServer = Static<typeof InstallRegistryServer>;
export const InstallRegistryServer = closed(
  {
    registryServerId: Id,
    expectedUpdatedAt: Type.Optional(
      Type.Integer({
        minimum: 0,
        maximum: Number.MAX_SAFE_INTEGER,
        description: 'Refuses the install (409) when the entry has changed since.',
      }),
    ),
    ...choices,
  },
  { $id: 'RegistryInstallRequest' },
);

export const RegistryInstalled = open(
  {
    outcome: oneOf(['created', 'reconnected'], {
      description: '`reconnected`: the project had it, and its saved server was brought to this version.',
    }),
    registryServerId: Id,
    serverId: Id,
    serverName: Type.String(),
    source: Type.String(),
    name: Type.String(),
    version: Type.String(),
    contentHash,
  },
  { $id: 'RegistryInstall' },
);
export type RegistryInstallPreview = Static<typeof RegistryInstallPreview>;
export const RegistryInstallPreview = open(
  {
    outcome: oneOf(['created', 'reconnected']),
    source: Type.String(),
    name: Type.String(),
    version: Type.String(),
    contentHash,
    server: open(
      {
        name: Type.String(),
        transportType: oneOf(['http', 'stdio']),
        url: Type.Optional(Type.String()),
        command: Type.Optional(Type.String()),
        args: Type.Optional(Type.Array(Type.String())),
        headerNames: Type.Array(Type.String()),
        envNames: Type.Array(Type.String()),
      },
      { description: 'The server as the install would save it.' },
    ),
    changes: Type.Array(Type.String(), {
      description: 'Of a server that the project has: the fields that the install would change.',
    }),
    runnerLabels: Type.Array(Type.String(), {
      description:
        'The labels of the runners that would start the command; empty for an address, which needs no runner.',
    }),
    warnings: Type.Optional(Type.Array(ServerWarning)),
  },
  { $id: 'RegistryInstallPreview' },
);
export const RegistryUninstalled = open({ deleted: Type.Literal(true), serverId: Id }, { $id: 'RegistryUninstalled' });
