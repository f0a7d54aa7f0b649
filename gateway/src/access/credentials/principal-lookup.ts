import type { Audience } from '@assay/contract/areas/grants/documents';
import { isScope } from '@assay/contract/areas/grants/scopes';
import { type Feature, features } from '@assay/contract/access';
import type { Operation } from '@assay/contract/operation';
import { type AuthenticateRequest, DirectoryService, type Principal } from '@assay/mesh/gen/assay/v1/catalog';
import type { Channel } from '@assay/kit/rpc/client';
import { roleOf } from '@assay/kit/security/role';
import type { LocalBuckets } from '../../limits/local-buckets.ts';
import { LOOK_MS, type CredentialResult, credentialLookup } from '../credential-lookup.ts';
import type { RequestPrincipal } from '../request-credential.ts';

/** The properties of an operation that decide how its caller is authenticated. */
export type AuthenticatedOperation = Pick<Operation, 'access' | 'method' | 'path' | 'beside'> & {
  /** The API that an application's token must be for. */
  audience?: Audience;
  /** Whether the credential of an agent turn is accepted. */
  admitsAgents?: boolean;
};

export interface PrincipalLookupOptions {
  directory: Channel;
  /** The access version of cached answers. */
  accessVersion(): number | undefined;
  /** Counts bad credentials; undefined when they are not limited. */
  guesses: LocalBuckets | undefined;
}

/** Principals as catalog knows them. */
export interface PrincipalLookup {
  /** Asks catalog. */
  principalOf(asked: AuthenticateRequest): Promise<RequestPrincipal>;
  /** Makes a cached look-up by the hash of a secret. */
  bySecret(
    requestOf: (hash: Buffer) => AuthenticateRequest,
  ): (secret: string, network: () => string) => Promise<CredentialResult<RequestPrincipal>>;
}

/** In place of the hash of a key, when another credential is asked for. */
export const NO_HASH = Buffer.alloc(0);
const KNOWN_MS = 60_000;

export function principalLookup({ directory, accessVersion, guesses }: PrincipalLookupOptions): PrincipalLookup {
  const principalOf = async (asked: AuthenticateRequest): Promise<RequestPrincipal> => {
    const principal = await directory.call(DirectoryService.authenticate, asked, { timeoutMs: LOOK_MS });
    return { ...principal, holder: holderOf(principal) };
  };
  return {
    principalOf,
    bySecret: (requestOf) =>
      credentialLookup<RequestPrincipal>((hash) => principalOf(requestOf(hash)), {
        accessVersion,
        ttlMs: cachedMsOf,
        guesses,
      }),
  };
}

/** How long a principal may be cached, in milliseconds. */
export const cachedMsOf = ({ expiresAtMs }: Principal): number =>
  expiresAtMs ? Math.min(KNOWN_MS, expiresAtMs - Date.now()) : KNOWN_MS;

function holderOf({
  organizationId,
  userId,
  keyId,
  sessionId,
  organizationRole,
  features: on,
  scopes,
  audiences,
}: Principal): RequestPrincipal['holder'] {
  const role = organizationRole && roleOf(organizationRole);
  return {
    userId,
    features: on.filter(isFeature),
    ...(organizationId && { organizationId }),
    ...(keyId && { keyId }),
    ...(sessionId && { sessionId }),
    ...(role && { organizationRole: role }),
    ...(audiences.length > 0 && { scopes: scopes.filter(isScope) }),
  };
}

const isFeature = (word: string): word is Feature => Object.hasOwn(features, word);
