import type { Audience, Tokens } from '@assay/contract/areas/grants/documents';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { oauthFault, type OAuthFault } from '../../domain/grants/audiences.ts';
import { findGrantOfToken, useRefreshToken } from '../../store/grants/grant-tokens.ts';
import { lockGrant, prolongGrant } from '../../store/grants/grants.ts';
import { endGrant } from './end-grant.ts';
import { issueTokens } from './issue-tokens.ts';

/**
 * Exchanges a refresh token for new tokens. Its second use ends the grant, because one of both was not the application
 * (OAuth 2.1, section 4.3.1). `audiences` is undefined when no resource is named.
 */
export async function renewTokens(
  pool: Pool,
  { hash, applicationId, audiences }: { hash: Buffer; applicationId: string; audiences: Audience[] | undefined },
): Promise<Tokens | OAuthFault> {
  return transaction(pool, async (tx) => {
    // The grant is locked before its token, in the order in which its end takes both.
    const found = await findGrantOfToken(tx, hash);
    const grant = found && (await lockGrant(tx, found.id));
    if (!grant || grant.application.id !== applicationId)
      return oauthFault(
        'invalid_grant',
        'The refresh token has expired, was revoked, or belongs to another application.',
      );
    if (audiences?.some((audience) => !grant.audiences.includes(audience)))
      return oauthFault('invalid_target', 'resource names more than the person was asked for.');
    const use = await useRefreshToken(tx, hash);
    if (!use) return oauthFault('invalid_grant', 'This is no refresh token.');
    if (!use.isFirst) {
      await endGrant(tx, grant.userId, grant.id);
      return oauthFault('invalid_grant', 'The refresh token was used before; the grant has ended.');
    }
    await prolongGrant(tx, grant.id);
    // A renewal gives no new access.
    await audit(tx, undefined);
    return issueTokens(tx, grant);
  });
}
