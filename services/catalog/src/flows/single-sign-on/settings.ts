import { roles } from '@assay/contract/access';
import { ConfigError, type EnvReader } from '@assay/kit/env';
import type { GroupGrants } from '../../domain/single-sign-on/assign-roles.ts';
import { readGroupRoles } from './group-roles.ts';

/** The OpenID provider that people sign in with, and the roles of its groups. */
export interface SignOnSettings extends GroupGrants {
  /** Exactly as the provider writes it. */
  issuer: string;
  clientId: string;
  clientSecret: string;
  /** Its display name. */
  name: string;
  scope: string;
  /** The claim that lists a person's groups. */
  groupsClaim: string;
}

const NAMES = [
  'ISSUER',
  'CLIENT_ID',
  'CLIENT_SECRET',
  'NAME',
  'SCOPES',
  'GROUPS_CLAIM',
  'GROUP_ROLES',
  'DEFAULT_ROLE',
].map((name) => `OIDC_${name}`);

/** Undefined when no provider is configured. Other OIDC settings without an issuer are a fault. */
export function signOnSettings({
  optionalSecret,
  parsed,
  text,
  secret,
  choice,
}: EnvReader): SignOnSettings | undefined {
  if (NAMES.every((name) => optionalSecret(name) === undefined)) return undefined;
  const issuer = parsed('OIDC_ISSUER', issuerIn) ?? secret('OIDC_ISSUER');
  const defaultRole = choice('OIDC_DEFAULT_ROLE', [...roles, 'none']);
  return {
    issuer,
    clientId: text('OIDC_CLIENT_ID'),
    clientSecret: secret('OIDC_CLIENT_SECRET'),
    name: text('OIDC_NAME', 'single sign-on'),
    scope: parsed('OIDC_SCOPES', scopeIn) ?? 'openid email profile',
    groupsClaim: text('OIDC_GROUPS_CLAIM', 'groups'),
    groupRoles: parsed('OIDC_GROUP_ROLES', readGroupRoles) ?? [],
    defaultRole: defaultRole === 'none' ? undefined : defaultRole,
  };
}

function issuerIn(raw: string): string {
  const url = URL.parse(raw);
  const isIssuer =
    url !== null &&
    /^https?:$/.test(url.protocol) &&
    url.username === '' &&
    url.password === '' &&
    url.search === '' &&
    url.hash === '';
  if (!isIssuer)
    throw new ConfigError([
      'OIDC_ISSUER must be the http or https address of the provider, as its tokens name it: without credentials, query and fragment',
    ]);
  return raw;
}

function scopeIn(raw: string): string {
  const scopes = raw.trim().split(/\s+/);
  if (!scopes.includes('openid') || !scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope)))
    throw new ConfigError(['OIDC_SCOPES must be scopes with blanks between them, openid among them']);
  return scopes.join(' ');
}
