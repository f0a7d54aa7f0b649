import type { Static, TNull, TOptional, TProperties, TSchema, TUnion } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, record, when } from '../../schema.ts';
import { RunnerLabel } from '../runner-tokens/label.ts';
import { connectionHeaders, HEADER_NAME } from './header-names.ts';
import { McpRevision } from './mcp-revision.ts';
import { SecretReference } from '../secrets/reference.ts';
import { HEADER_TEXT } from '../../header-text.ts';
import { Name, Prose } from '../../text.ts';
import { standing } from './diagnoses.ts';

export const transportType = oneOf(['http', 'stdio'], {
  description:
    '`http` is Streamable HTTP, with HTTP+SSE as the fallback; `stdio` starts a command on a runner that allows it.',
});

/** At most this many headers, and this many variables, of a server. */
export const MAX_SERVER_VALUES = 100;

/**
 * Name → value, which is a text or a reference to a secret. Patterns check both, so that neither can smuggle a line
 * break into a header or a NUL into an environment.
 */
const values = (names: string, texts: string, description: string) =>
  Type.Unsafe<Record<string, string | SecretReference>>({
    type: 'object',
    maxProperties: MAX_SERVER_VALUES,
    propertyNames: { pattern: names, maxLength: 256 },
    additionalProperties: when({ type: 'object' }, SecretReference, Type.String({ maxLength: 32_768, pattern: texts })),
    description: `${description} A value is a text, or \`{"secretId": …, "prefix"?: …}\` for the value of a secret of the project, which needs the admin role where the server does not use that secret yet.`,
  });

/** Name → value as in `values`, or null. */
const changedValues = (names: string, texts: string, of: string) =>
  Type.Optional(
    Type.Unsafe<Record<string, string | SecretReference | null>>({
      type: 'object',
      minProperties: 1,
      maxProperties: MAX_SERVER_VALUES,
      propertyNames: { pattern: names, maxLength: 256 },
      additionalProperties: when(
        { type: 'object' },
        SecretReference,
        nullable(Type.String({ maxLength: 32_768, pattern: texts })),
      ),
      description: `Changes single entries of \`${of}\`: a value replaces or adds one, null deletes it, and every other entry keeps its saved value. Not together with \`${of}\`.`,
    }),
  );

export const ServerTag = Name({ maxLength: 50 });

/** A choice that also accepts `auto`, which clients send to leave the choice to the platform. */
const choice = <const T extends string[]>(values: [...T], description: string) => ({
  kept: oneOf(values, { description }),
  written: oneOf([...values, 'auto'], { description: `${description} \`auto\` is the same as absent.` }),
});

const authMethod = choice(
  ['none', 'headers', 'oauth', 'client_credentials'],
  "How the platform authenticates: not at all, with the saved headers, with a person's grant, or as the saved client itself. Absent: with the headers, and with a grant where `useOAuth` is set and no Authorization header is saved.",
);
const strategies: ['cimd', 'dcr', 'preregistered'] = ['cimd', 'dcr', 'preregistered'];
const oauthRegistrationStrategy = choice(
  strategies,
  'How the platform registers with the authorization server: by its client ID metadata document, by dynamic registration, or as the saved client. When absent, the best way that both sides support.',
);
const registrationMode = choice(strategies, 'Another name of `oauthRegistrationStrategy`.');
const note = 'Kept and read back; ';

/** Settings that are read back unchanged. */
const settings = {
  url: Prose(2_048, {
    format: 'uri',
    description:
      'http or https, without user name and password. Required for `http`. Every member who sees the project can read it, viewers too, with the values of its query masked, and for viewers the parts of its path that look like secrets; an address sent as it was read leaves the saved one.',
  }),
  command: Prose(1_024, { minLength: 1, description: 'Required for `stdio`.' }),
  args: Type.Array(Prose(8_192), {
    maxItems: 200,
    description: 'Every member who sees the project can read them, viewers too; put secrets into `env`.',
  }),
  timeout: Type.Number({
    exclusiveMinimum: 0,
    maximum: 600_000,
    description: 'For one request to the server, in milliseconds.',
  }),
  protocolVersion: McpRevision({ description: 'Pins a revision of MCP; negotiated when absent.' }),
  oauthScopes: Type.Array(Prose(200, { minLength: 1 }), { maxItems: 100 }),
  clientId: Prose(512, { minLength: 1, description: 'The OAuth client to act as.' }),
  oauthResourceUrl: Prose(2_048, { format: 'uri', description: 'The RFC 8707 resource to ask tokens for.' }),
  authMethod: authMethod.kept,
  oauthRegistrationStrategy: oauthRegistrationStrategy.kept,
  registrationMode: registrationMode.kept,
  oauthProtocolMode: Prose(100, { description: `${note}every revision of MCP authorization is tried.` }),
  oauthProtocolVersion: Prose(100, { description: `${note}every revision of MCP authorization is tried.` }),
  oauthAllowPathScopedIssuer: Type.Boolean({
    description: `${note}an issuer must be what its address says, path included (RFC 8414 section 3.3).`,
  }),
  clientCapabilities: record({
    maxProperties: 50,
    description: "Declared to the server in place of the platform's own, in MCP's format.",
  }),
  runnerLabels: Type.Array(RunnerLabel, {
    maxItems: 20,
    description: 'Only a runner with all of these connects to it in a run, such as one inside a private network.',
  }),
  tags: Type.Array(ServerTag, { maxItems: 20, description: 'Words to find it by, each once.' }),
};

const leftToUs = {
  authMethod: authMethod.written,
  oauthRegistrationStrategy: oauthRegistrationStrategy.written,
  registrationMode: registrationMode.written,
};

const unused = {
  description: 'Of cross-app access, which is not supported: has no effect, and is not kept.',
  'x-says': 'belongs to cross-app access, which is not supported: leave it out, or sign in with another `authMethod`',
};
const [off, blank] = [Type.Optional(Type.Literal(false, unused)), Type.Optional(Type.Literal('', unused))];
const crossAppAccess = {
  authServerMode: blank,
  useXaa: off,
  xaaAllowPathScopedIssuer: off,
  xaaAuthzIssuer: blank,
  xaaSubject: blank,
  xaaEmail: blank,
  xaaIdentityAssertionFormat: blank,
  xaaClientAuth: blank,
};

const VARIABLE_NAME = '^[A-Za-z_][A-Za-z0-9_]*$';
const VARIABLE_TEXT = '^[^\\u0000]*$';

/** Settings that are write-only: kept encrypted, never returned. */
const credentials = {
  headers: values(
    HEADER_NAME,
    HEADER_TEXT,
    `HTTP headers sent with every request, but for ${connectionHeaders.join(', ')}, which belong to the connection. Replaced as a whole; never returned.`,
  ),
  env: values(VARIABLE_NAME, VARIABLE_TEXT, 'Environment of the command. Replaced as a whole; never returned.'),
  clientSecret: Prose(4_096, {
    minLength: 1,
    description:
      'Never returned; `hasClientSecret` says whether there is one. A PKCS #8 private key in PEM is not sent but signs (private_key_jwt).',
  }),
};

const useOAuth = Type.Boolean({ description: 'The server needs an OAuth grant.' });
const hasBearerToken = Type.Optional(
  Type.Boolean({ description: 'Ignored: a bearer token is a header like any other.' }),
);

const optional = <P extends TProperties>(fields: P) =>
  mapped(fields, Type.Optional) as { [K in keyof P]: TOptional<P[K]> };
/** In a PATCH, null clears. */
const clearable = <P extends TProperties>(fields: P) =>
  mapped(fields, (field) => Type.Optional(nullable(field))) as unknown as {
    [K in keyof P]: TOptional<TUnion<[P[K], TNull]>>;
  };
const mapped = (fields: TProperties, change: (field: TSchema) => TSchema) =>
  Object.fromEntries(Object.entries(fields).map(([name, field]) => [name, change(field)]));

export type CreateServer = Static<typeof CreateServer>;
export const CreateServer = closed(
  {
    name: Name({ description: 'Unique in the project.' }),
    enabled: Type.Boolean(),
    transportType,
    useOAuth: Type.Optional(useOAuth),
    hasBearerToken,
    ...optional(settings),
    ...optional(leftToUs),
    ...optional(credentials),
    ...crossAppAccess,
  },
  { $id: 'ProjectServerCreateRequest' },
);

export type UpdateServer = Static<typeof UpdateServer>;
export const UpdateServer = closed(
  {
    expectedRevision: Type.Optional(
      Type.Integer({
        minimum: 0,
        description:
          'The `revision` that was read; a CONFLICT when the server was changed since. Its `details` have the server as it is, and who changed it.',
      }),
    ),
    name: Type.Optional(Name()),
    enabled: Type.Optional(Type.Boolean()),
    transportType: Type.Optional(transportType),
    useOAuth: Type.Optional(useOAuth),
    hasBearerToken,
    ...clearable(settings),
    ...clearable(leftToUs),
    ...clearable(credentials),
    headerChanges: changedValues(HEADER_NAME, HEADER_TEXT, 'headers'),
    envChanges: changedValues(VARIABLE_NAME, VARIABLE_TEXT, 'env'),
    ...crossAppAccess,
    clearClientSecret: Type.Optional(
      Type.Boolean({ description: '`true` is another way to write `clientSecret: null`.' }),
    ),
    clearXaaConfig: Type.Optional(Type.Boolean({ description: 'Ignored: there is none to clear.' })),
  },
  { $id: 'ProjectServerUpdateRequest', minProperties: 1 },
);

const references = (description: string) =>
  Type.Unsafe<Record<string, SecretReference>>({ type: 'object', additionalProperties: SecretReference, description });

export type ServerWarning = Static<typeof ServerWarning>;
export const ServerWarning = open(
  {
    code: Type.Literal('runner_missing', { description: 'The cause that the doctor gives, too.' }),
    message: Type.String({ description: 'What is missing, and the next step.' }),
    setting: Type.Optional(Type.String({ description: 'The setting of the installation that decides it.' })),
  },
  { $id: 'ProjectServerWarning' },
);

export type Server = Static<typeof Server>;
export const Server = open(
  {
    id: Id,
    projectId: Id,
    name: Type.String(),
    enabled: Type.Boolean(),
    transportType,
    useOAuth,
    hasClientSecret: Type.Boolean(),
    headerNames: Type.Optional(
      Type.Array(Type.String(), {
        description: 'Names of the saved `headers`. Absent when the saved value cannot be decrypted.',
      }),
    ),
    envNames: Type.Optional(Type.Array(Type.String(), { description: 'Of the saved `env`, likewise.' })),
    headerSecrets: Type.Optional(references('The headers that are references to secrets; absent when there are none.')),
    envSecrets: Type.Optional(references('The variables that are references to secrets, likewise.')),
    ...optional(settings),
    revision: Type.Integer({ description: 'Rises by one with every change.' }),
    createdAt: EpochMs(),
    updatedAt: EpochMs(),
    updatedBy: Type.Optional({ ...Id, description: 'The user who saved it last.' }),
    ...standing,
    warnings: Type.Optional(
      Type.Array(ServerWarning, {
        description:
          'Only in the reply that saves the server: why it cannot be used yet. Absent when there is no reason.',
      }),
    ),
  },
  { $id: 'ProjectServer' },
);

export const ServerDeleted = open({ id: Id, deleted: Type.Literal(true) }, { $id: 'ProjectServerDeleted' });
