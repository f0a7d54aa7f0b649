import { roles } from '@assay/contract/access';
import type { EnvReader } from '@assay/kit/env';
import { choiceSetting, isHttpUrl, parsedSetting, textSetting, urlFault } from '@assay/kit/settings/setting';
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

export const OIDC_ISSUER = parsedSetting(
  {
    name: 'OIDC_ISSUER',
    mayBeFile: true,
    fault: `${urlFault()}: the address of the provider, as its tokens name it`,
    explanation: [
      'The OpenID provider that people sign in with, exactly as it names itself.',
      'Without it there is no single sign-on, and any other `OIDC_…` is a fault.',
      'Register `<PUBLIC_URL>/auth/oidc/callback` as the redirect URI.',
    ],
  },
  (raw) => (isHttpUrl(raw) ? raw : undefined),
);

export const OIDC_DEFAULT_ROLE = choiceSetting(
  {
    name: 'OIDC_DEFAULT_ROLE',
    mayBeFile: true,
    default: 'none',
    explanation: [
      "The role in the installation's first organization of a new account without a mapped group, and of a person whose last group is gone at this sign-in; `none` refuses them.",
      'A person who was removed by hand stays out.',
    ],
  },
  [...roles, 'none'],
);

export const OIDC_CLIENT_ID = textSetting({
  name: 'OIDC_CLIENT_ID',
  mayBeFile: true,
  explanation: ['The client id of Assay at the provider.'],
});

export const OIDC_CLIENT_SECRET = textSetting({
  name: 'OIDC_CLIENT_SECRET',
  isSecret: true,
  explanation: ['The client secret of Assay at the provider.'],
});

export const OIDC_NAME = textSetting({
  name: 'OIDC_NAME',
  mayBeFile: true,
  default: 'single sign-on',
  explanation: ['The text of the button.'],
});

export const OIDC_SCOPES = parsedSetting(
  {
    name: 'OIDC_SCOPES',
    mayBeFile: true,
    default: 'openid email profile',
    fault: 'must be scopes with blanks between them, openid among them',
    explanation: ['The requested scopes.'],
  },
  scopeIn,
);

export const OIDC_GROUPS_CLAIM = textSetting({
  name: 'OIDC_GROUPS_CLAIM',
  mayBeFile: true,
  default: 'groups',
  explanation: ["The claim with a person's groups."],
});

export const OIDC_GROUP_ROLES = parsedSetting(
  {
    name: 'OIDC_GROUP_ROLES',
    mayBeFile: true,
    fault: 'must be JSON of groups and their roles',
    default: [],
    defaultInWords: '`{}`',
    explanation: ['JSON: group → `{"role", "organization"?, "project"?}`. See [access.md](access.md#single-sign-on).'],
  },
  readGroupRoles,
);

const SETTINGS = [
  OIDC_ISSUER,
  OIDC_DEFAULT_ROLE,
  OIDC_CLIENT_ID,
  OIDC_CLIENT_SECRET,
  OIDC_NAME,
  OIDC_SCOPES,
  OIDC_GROUPS_CLAIM,
  OIDC_GROUP_ROLES,
];

/** Undefined when no provider is configured. Other OIDC settings without an issuer are a fault. */
export function signOnSettings({ isSet, read }: EnvReader): SignOnSettings | undefined {
  if (!SETTINGS.map(isSet).includes(true)) return undefined;
  const [issuer, defaultRole] = [read(OIDC_ISSUER), read(OIDC_DEFAULT_ROLE)];
  return {
    issuer,
    clientId: read(OIDC_CLIENT_ID),
    clientSecret: read(OIDC_CLIENT_SECRET),
    name: read(OIDC_NAME),
    scope: read(OIDC_SCOPES),
    groupsClaim: read(OIDC_GROUPS_CLAIM),
    groupRoles: read(OIDC_GROUP_ROLES),
    defaultRole: defaultRole === 'none' ? undefined : defaultRole,
  };
}

function scopeIn(raw: string): string | undefined {
  const scopes = raw.trim().split(/\s+/);
  const areScopes = scopes.includes('openid') && scopes.every((scope) => /^[\x21\x23-\x5b\x5d-\x7e]+$/.test(scope));
  return areScopes ? scopes.join(' ') : undefined;
}
