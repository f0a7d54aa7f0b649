import type { CreateServer, Server, UpdateServer } from '@assay/contract/areas/servers/documents';

type LeftToUs = 'authMethod' | 'oauthRegistrationStrategy' | 'registrationMode';
type Ignored =
  | 'authServerMode'
  | 'hasBearerToken'
  | 'useXaa'
  | 'xaaAuthzIssuer'
  | 'xaaAllowPathScopedIssuer'
  | 'xaaSubject'
  | 'xaaEmail'
  | 'xaaIdentityAssertionFormat'
  | 'xaaClientAuth'
  | 'clearXaaConfig';

/** All settings of a saved server, credentials included. */
export type ServerConfig = Omit<CreateServer, Ignored | LeftToUs> & Pick<Server, LeftToUs>;
export type ServerPatch = Omit<UpdateServer, Ignored | LeftToUs | 'expectedRevision'> & {
  [Field in LeftToUs]?: Server[Field] | null;
};

const ignored: readonly string[] = [
  'authServerMode',
  'hasBearerToken',
  'useXaa',
  'xaaAuthzIssuer',
  'xaaAllowPathScopedIssuer',
  'xaaSubject',
  'xaaEmail',
  'xaaIdentityAssertionFormat',
  'xaaClientAuth',
  'clearXaaConfig',
] satisfies Ignored[];
const leftToUs: readonly string[] = [
  'authMethod',
  'oauthRegistrationStrategy',
  'registrationMode',
] satisfies LeftToUs[];

const told = (input: object): [string, unknown][] =>
  Object.entries(input).filter(([field]) => !ignored.includes(field));
const isAuto = ([field, value]: [string, unknown]): boolean => value === 'auto' && leftToUs.includes(field);

/** The configuration of a new server: fields set to `auto` and fields without support here are absent. */
export const serverConfigOf = (input: CreateServer): ServerConfig =>
  Object.fromEntries(told(input).filter((entry) => !isAuto(entry))) as unknown as ServerConfig;

/** The changes of a request: fields set to `auto` are cleared. */
export const serverPatchOf = (input: Omit<UpdateServer, 'expectedRevision'>): ServerPatch =>
  Object.fromEntries(told(input).map((entry) => (isAuto(entry) ? [entry[0], null] : entry)));
