import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, record } from '../../schema.ts';
import { HEADER_TEXT } from '../../header-text.ts';
import { Prose } from '../../text.ts';
import { HEADER_NAME } from '../servers/header-names.ts';
import { findingFields } from './cause.ts';

const optionalText = Type.Optional(Type.String());
const transport = oneOf(['streamable-http', 'sse', 'stdio']);

export type InitInfo = Static<typeof InitInfo>;
export const InitInfo = open(
  {
    protocolVersion: Type.String({ description: 'The revision of MCP that both sides agreed on.' }),
    otherVersions: Type.Optional(
      Type.Array(Type.String(), {
        description:
          'Further revisions that the server serves at this address, as its answer to `server/discover` says; clients of these may see another offer.',
      }),
    ),
    transport,
    serverInfo: Type.Optional(
      record({ description: 'Name and version; absent when the server does not introduce itself.' }),
    ),
    capabilities: record(),
    instructions: Type.Optional(
      Type.String({ description: 'The first 10,000 characters; an export of the surface has all of them.' }),
    ),
  },
  { $id: 'ServerInitInfo' },
);

export type ValidateResult = Static<typeof ValidateResult>;
export const ValidateResult = open(
  {
    success: Type.Literal(true),
    status: Type.Literal('connected'),
    initInfo: nullable(InitInfo),
  },
  { $id: 'ValidateResult' },
);

export const Tool = open(
  {
    name: Type.String(),
    description: optionalText,
    inputSchema: Type.Optional(record()),
    outputSchema: Type.Optional(record()),
    _meta: Type.Optional(record()),
  },
  { $id: 'Tool', description: 'As the server declares it, further keys included.' },
);

export const Resource = open(
  {
    uri: Type.String(),
    name: optionalText,
    description: optionalText,
    mimeType: optionalText,
  },
  { $id: 'Resource', description: 'As the server declares it, further keys included.' },
);

export const Prompt = open(
  {
    name: Type.String(),
    description: optionalText,
    arguments: Type.Optional(
      Type.Array(open({ name: Type.String(), description: optionalText, required: Type.Optional(Type.Boolean()) })),
    ),
  },
  { $id: 'Prompt', description: 'As the server declares it, further keys included.' },
);

/** An entry of a server's list that breaks the protocol. */
export type InvalidItem = Static<typeof InvalidItem>;
export const InvalidItem = open(
  {
    index: Type.Integer({ minimum: 0, description: 'Its place in the list as the server sent it, from 0.' }),
    name: Type.Optional(Type.String({ description: 'Its name or URI, if it has one.' })),
    why: Type.String({ description: 'The end of a sentence about the entry, such as `has no name`.' }),
    leftOut: Type.Optional(
      Type.Literal(true, { description: 'The entry is not in the list, because no client can use it.' }),
    ),
    item: Type.Optional(Type.Unknown({ description: 'An entry that is left out, as the server wrote it.' })),
  },
  { $id: 'InvalidItem', description: 'An entry of a list that breaks the protocol.' },
);

export type DoctorCheck = Static<typeof DoctorCheck>;
export const DoctorCheck = open(
  {
    status: oneOf(['ok', 'error', 'skipped']),
    detail: Type.String({ description: 'One line.' }),
    durationMs: Type.Optional(
      Type.Number({
        description:
          'How long the step took; absent where it was not made. A step whose answer came with the step before took 0.',
      }),
    ),
    ...findingFields,
  },
  { $id: 'DoctorCheck' },
);

export const DoctorChecks = open(
  {
    probe: DoctorCheck,
    connection: DoctorCheck,
    initialization: DoctorCheck,
    capabilities: DoctorCheck,
    tools: DoctorCheck,
    resources: DoctorCheck,
    resourceTemplates: DoctorCheck,
    prompts: DoctorCheck,
  },
  { $id: 'DoctorChecks', description: 'In the order in which they are made.' },
);

const DoctorError = open(
  {
    code: Type.String({ description: 'An error code of this API.' }),
    message: Type.String(),
    details: Type.Optional(
      record({ description: '`cause` and `nextStep` are taken from the check that found the problem.' }),
    ),
  },
  { $id: 'DoctorError' },
);

const OAuthFault = open({ code: Type.String(), message: Type.String(), url: optionalText });

export type DoctorProbe = Static<typeof DoctorProbe>;
export const DoctorProbe = open(
  {
    url: Type.String(),
    protocolVersion: Type.String(),
    status: oneOf(['ready', 'oauth_required', 'reachable', 'error'], {
      description: '`reachable`: it answers HTTP, but not as an MCP server that accepts the caller.',
    }),
    transport: nullable(transport),
    initialize: Type.Optional(InitInfo),
    oauth: open({
      required: Type.Boolean(),
      faults: Type.Optional(Type.Array(OAuthFault, { description: 'Faults of the metadata, and missing fields.' })),
      registrationStrategies: Type.Optional(Type.Array(oneOf(['cimd', 'dcr', 'preregistered']))),
      authorizationServerUrl: optionalText,
      authorizationServerMetadataUrl: optionalText,
      resourceMetadataUrl: optionalText,
    }),
    error: Type.Optional(DoctorError),
  },
  {
    $id: 'DoctorProbe',
    description: 'A first request without the saved Authorization header; null for a server that is a command.',
  },
);

export type DoctorReport = Static<typeof DoctorReport>;
export const DoctorReport = open(
  {
    target: open({
      kind: oneOf(['http', 'stdio']),
      scope: Type.Literal('hosted'),
      projectId: Id,
      serverId: Type.Optional({ ...Id, description: 'Absent for an address that is not saved.' }),
      label: Type.String(),
      url: optionalText,
    }),
    generatedAt: Type.String({ format: 'date-time' }),
    status: oneOf(['ready', 'oauth_required', 'partial', 'error']),
    probe: nullable(DoctorProbe),
    connection: open({ status: oneOf(['connected', 'error', 'skipped']), detail: Type.String() }),
    initInfo: nullable(InitInfo),
    capabilities: nullable(record()),
    tools: Type.Array(Tool, { description: 'Without their `_meta`.' }),
    toolsMetadata: record({ description: 'The `_meta` of each tool that has one, by tool name.' }),
    resources: Type.Array(Resource),
    resourceTemplates: Type.Array(record()),
    prompts: Type.Array(Prompt),
    checks: DoctorChecks,
    error: nullable(DoctorError),
  },
  { $id: 'DoctorReport' },
);

export type DiagnoseAddress = Static<typeof DiagnoseAddress>;
export const DiagnoseAddress = closed(
  {
    url: Prose(2_048, { format: 'uri', description: 'http or https, without user name and password.' }),
    headers: Type.Optional(
      Type.Unsafe<Record<string, string>>({
        type: 'object',
        maxProperties: 20,
        propertyNames: { pattern: HEADER_NAME, maxLength: 256 },
        additionalProperties: Type.String({ maxLength: 32_768, pattern: HEADER_TEXT }),
        description: 'Headers sent with every request; neither kept nor repeated in the report.',
      }),
    ),
  },
  { $id: 'DiagnoseAddressRequest' },
);

export type CheckOAuthResult = Static<typeof CheckOAuthResult>;
export const CheckOAuthResult = open(
  {
    useOAuth: Type.Boolean({
      description: 'The flag that is saved with the server. Decide on `requiresAuthorization`.',
    }),
    requiresAuthorization: Type.Boolean({ description: 'Whether a call needs an access token of an OAuth grant.' }),
    effectiveAuthMethod: oneOf(['none', 'headers', 'oauth', 'client_credentials'], {
      description: 'How the platform authenticates to the server.',
    }),
    serverUrl: nullable(Type.String({ description: 'Without its query; null for a server that is a command.' })),
    faults: Type.Optional(
      Type.Array(OAuthFault, {
        description: 'Faults of the published metadata, as the doctor and a connection find them; absent without any.',
      }),
    ),
    hasGrant: Type.Boolean({ description: 'Whether tokens are kept for the server.' }),
    grantExpiresAt: Type.Optional(
      EpochMs(
        'When the access token ends, in milliseconds since the epoch; absent where the token response did not say.',
      ),
    ),
  },
  { $id: 'CheckOAuthResult' },
);
