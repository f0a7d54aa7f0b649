import { canonicalJson } from '@assay/contract/canonical';
import type { Fault } from '@assay/contract/fault';
import { hasHiddenQuery, withHiddenQuery } from '@assay/contract/areas/servers/secret-values';
import { given } from '@assay/contract/given';
import type { ServerConfig, ServerPatch } from './server-input.ts';
import { urlFault } from '../web-address.ts';

type WriteOnly = 'headers' | 'env' | 'clientSecret';
/**
 * The values of the write-only fields as they were written, and an address whose query has values; filled in and sealed
 * before they are stored.
 */
export type ServerCredentials = Pick<ServerConfig, WriteOnly | 'url'>;
/** The part of the credentials that members may read. */
export interface ShownCredentials {
  hasClientSecret: boolean;
  headerNames: string[];
  envNames: string[];
}
export type ReadableConfig = Omit<ServerConfig, WriteOnly>;

/** The fields that apply to one transport only. */
const onlyOn = {
  http: [
    'url',
    'headers',
    'useOAuth',
    'oauthScopes',
    'clientId',
    'clientSecret',
    'oauthResourceUrl',
    'authMethod',
    'oauthRegistrationStrategy',
    'registrationMode',
    'oauthProtocolMode',
    'oauthProtocolVersion',
    'oauthAllowPathScopedIssuer',
  ],
  stdio: ['command', 'args', 'env'],
} as const;
const other = { http: 'stdio', stdio: 'http' } as const;

/**
 * The configuration after a PATCH: absent keeps, null clears, a value replaces. When the patch changes the transport,
 * fields of the previous transport are dropped unless the patch gives them. An address as it was read back is the saved
 * address.
 */
export function patchedConfig(current: ServerConfig, { clearClientSecret, ...patch }: ServerPatch): ServerConfig {
  const transport = patch.transportType ?? current.transportType;
  const left: readonly string[] = transport === current.transportType ? [] : onlyOn[other[transport]];
  const kept = Object.entries(current).filter(
    ([field]) => !left.includes(field) && !(clearClientSecret && field === 'clientSecret'),
  );
  const next = { ...Object.fromEntries(kept), ...patch };
  if (current.url !== undefined && patch.url === withHiddenQuery(current.url)) next['url'] = current.url;
  return Object.fromEntries(Object.entries(next).filter(([, value]) => value !== null)) as unknown as ServerConfig;
}

/**
 * Whether a value says anything: clients that write every field send `false`, `none` and empty values for fields of the
 * other transport.
 */
const says = (value: unknown): boolean =>
  value !== 'none' && (typeof value === 'object' && value !== null ? Object.keys(value).length > 0 : Boolean(value));

/** The first rule that the configuration breaks, or undefined. */
export function configFault(config: ServerConfig): Fault | undefined {
  const { transportType } = config;
  const needed = transportType === 'http' ? 'url' : 'command';
  if (config[needed] === undefined) return { path: `/${needed}`, message: `is required for ${transportType}` };
  const foreign = onlyOn[other[transportType]].find((field) => says(config[field]));
  if (foreign) return { path: `/${foreign}`, message: `has no effect for ${transportType}` };
  if (config.url !== undefined && hasHiddenQuery(config.url))
    return { path: '/url', message: 'has masked values in its query: send the whole address, or leave it out' };
  return (
    urlFault('/url', config.url) ??
    urlFault('/oauthResourceUrl', config.oauthResourceUrl) ??
    oauthFault(config) ??
    capabilitiesFault(config) ??
    tagsFault(config)
  );
}

/** Checked here because the schema sees tags before they are normalized. */
function tagsFault({ tags = [] }: ServerConfig): Fault | undefined {
  const i = tags.findIndex((tag, place) => tags.indexOf(tag) < place);
  return i < 0 ? undefined : { path: `/tags/${i}`, message: 'appears twice' };
}

function oauthFault({
  authMethod,
  oauthRegistrationStrategy,
  registrationMode = oauthRegistrationStrategy,
  ...config
}: ServerConfig): Fault | undefined {
  if (oauthRegistrationStrategy !== undefined && registrationMode !== oauthRegistrationStrategy)
    return { path: '/registrationMode', message: 'contradicts /oauthRegistrationStrategy' };
  const missing =
    authMethod === 'client_credentials'
      ? (['clientId', 'clientSecret'] as const).find((field) => config[field] === undefined)
      : undefined;
  return missing && { path: `/${missing}`, message: 'is required for authMethod client_credentials' };
}

const MAX_CAPABILITIES = 16_384;

function capabilitiesFault({ clientCapabilities }: ServerConfig): Fault | undefined {
  const json = JSON.stringify(clientCapabilities ?? {});
  const path = '/clientCapabilities';
  if (json.length > MAX_CAPABILITIES)
    return { path, message: `must not be longer than ${MAX_CAPABILITIES} characters as JSON` };
  // Postgres refuses NUL and lone surrogates in JSON.
  return /\\u(0000|d[89a-f])/.test(json) ? { path, message: 'must hold complete characters and no NUL' } : undefined;
}

/** The fault of a PATCH that both sets and clears the client secret. */
export const secretContradiction = ({ clearClientSecret, clientSecret }: ServerPatch): Fault | undefined =>
  clearClientSecret && typeof clientSecret === 'string'
    ? { path: '/clearClientSecret', message: 'contradicts /clientSecret' }
    : undefined;

/**
 * The fault of a move that would keep credentials. Saved credentials belong to the origin, or the command, that they
 * were saved with; a member who moves a server must send or clear them. Otherwise a member could have them sent to an
 * address, or printed by a command, of their own.
 */
export const strayCredential = (current: ServerConfig, patch: ServerPatch): Fault | undefined =>
  strayHeader(current, patch) ?? strayVariable(current, patch);

/** Variables of a server that leaves stdio are dropped with its other fields of that transport. */
function strayVariable(
  current: ServerConfig,
  { command = current.command, args = current.args, env }: ServerPatch,
): Fault | undefined {
  const isSame = command === current.command && JSON.stringify(args ?? []) === JSON.stringify(current.args ?? []);
  if (isSame || current.env === undefined || env !== undefined) return undefined;
  return { path: '/env', message: 'must be sent again, or cleared, when the command or its arguments change' };
}

function strayHeader(current: ServerConfig, { url, clearClientSecret, ...patch }: ServerPatch): Fault | undefined {
  if (typeof url !== 'string' || current.url === undefined || URL.parse(url)?.origin === URL.parse(current.url)?.origin)
    return undefined;
  const stray = (['headers', 'clientSecret'] as const).find(
    (field) =>
      current[field] !== undefined && patch[field] === undefined && !(clearClientSecret && field === 'clientSecret'),
  );
  return (
    stray && { path: `/${stray}`, message: 'must be sent again, or cleared, when the url moves to another origin' }
  );
}

/** Whether a save makes a command, or changes what it starts, its arguments or its environment. */
export const changesCommand = (next: ServerConfig, current?: ServerConfig): boolean =>
  next.transportType === 'stdio' &&
  (current?.transportType !== 'stdio' ||
    onlyOn.stdio.some((field) => canonicalJson(said(next[field])) !== canonicalJson(said(current[field]))));

const said = (value: unknown): unknown => (says(value) ? value : null);

/** Splits a configuration into the part that members may read and the credentials. */
export function splitConfig({ headers, env, clientSecret, ...readable }: ServerConfig): {
  readable: ReadableConfig;
  credentials: ServerCredentials;
} {
  const { url } = readable;
  const shown = url === undefined ? undefined : withHiddenQuery(url);
  return {
    readable: { ...readable, ...given({ url: shown }) },
    credentials: {
      ...given({ headers, env }),
      ...(clientSecret && { clientSecret }),
      ...(url !== undefined && url !== shown && { url }),
    },
  };
}

export const shownCredentials = ({ headers = {}, env = {}, clientSecret }: ServerCredentials): ShownCredentials => ({
  hasClientSecret: clientSecret !== undefined,
  headerNames: Object.keys(headers),
  envNames: Object.keys(env),
});
