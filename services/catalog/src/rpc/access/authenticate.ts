import type { AuthenticateRequest, Principal } from '@assay/mesh/gen/assay/v1/catalog';
import { forbidden, Problem, reasons } from '@assay/contract/problem';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import { roleOnWire } from '@assay/kit/security/role';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { boundedLimits, type LimitValues } from '../../domain/organizations/organization-settings.ts';
import { commandLine } from '../../domain/grants/application.ts';
import { isGrantId } from '../../domain/grants/grant.ts';
import {
  findGrantHolder,
  findKeyHolder,
  findSessionHolder,
  type CredentialHolder,
  type GrantHolder,
} from '../../store/access/holders.ts';

export const authenticate = ({ pool, ceilings }: Deps): RpcHandler<AuthenticateRequest, Principal> =>
  onlyForService(['gateway', 'environments'], async (asked, { service }) => {
    const { keyHash, sessionHash, keyId, sessionId, tokenHash } = asked;
    // Environments asks for people who visit a study of their own project: it holds the token of their session.
    if (service === 'environments' && sessionHash === undefined) throw forbidden('Only gateway may ask for this.');
    const grantId = [keyId, sessionId].find(isGrantId);
    if (tokenHash !== undefined || grantId !== undefined) {
      const grant = await findGrantHolder(pool, tokenHash ? { hash: tokenHash } : { id: grantId! });
      if (!grant)
        throw new Problem('UNAUTHORIZED', 'The access token has expired or was revoked; renew it, or sign in again.');
      if (grant.role === undefined)
        throw new Problem('UNAUTHORIZED', 'The owner of this access token has left its organization.');
      return applicationOf(grant, ceilings);
    }
    if (sessionHash !== undefined || sessionId !== undefined) {
      const session = await findSessionHolder(pool, sessionHash ? { hash: sessionHash } : { id: sessionId! });
      if (!session) throw new Problem('UNAUTHORIZED', 'The session has ended; sign in again.');
      return { ...principalOf(session, ceilings), sessionId: session.id, expiresAtMs: session.expiresAt.getTime() };
    }
    const key = await findKeyHolder(pool, keyId === undefined ? { hash: keyHash } : { id: keyId });
    if (!key) throw new Problem('UNAUTHORIZED', 'The API key is not valid.');
    if (key.revoked) throw new Problem('UNAUTHORIZED', 'The API key was revoked.', { reason: reasons.REVOKED_KEY });
    if (key.organizationId === undefined) {
      throw new Problem('UNAUTHORIZED', 'The organization of this API key is gone; create a key in another one.', {
        reason: reasons.ORPHANED_KEY,
      });
    }
    if (key.role === undefined)
      throw new Problem('UNAUTHORIZED', 'The owner of this API key has left its organization.');
    return { ...principalOf(key, ceilings), keyId: key.id };
  });

/** The command line acts as a session of its person does, every other application as a key. */
const applicationOf = (grant: GrantHolder, ceilings: LimitValues): Principal => ({
  ...principalOf(grant, ceilings),
  ...(grant.applicationId === commandLine.id ? { sessionId: grant.id } : { keyId: grant.id }),
  scopes: grant.scopes,
  audiences: grant.audiences,
  expiresAtMs: grant.expiresAt.getTime(),
});

/** A person without a role in the organization has an empty organization. */
function principalOf(
  { userId, organizationId, role, features, requestsPerMinute, requestBurst }: CredentialHolder,
  ceilings: LimitValues,
): Principal {
  if (organizationId === undefined || role === undefined)
    return {
      keyId: '',
      organizationId: '',
      userId,
      features: [],
      ...ofNoApplication,
    };
  return {
    keyId: '',
    organizationId,
    userId,
    organizationRole: roleOnWire[role],
    features,
    ...ofNoApplication,
    ...boundedLimits({ requestsPerMinute, requestBurst }, ceilings),
  };
}

const ofNoApplication = { scopes: [], audiences: [] };
