import type { Audience, Tokens } from '@assay/contract/areas/grants/documents';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { oauthFault, type OAuthFault } from '../../domain/grants/audiences.ts';
import { isVerifier } from '../../domain/grants/proof-key.ts';
import { lockCode, useCode } from '../../store/grants/authorization-codes.ts';
import { beginGrant } from './begin-grant.ts';
import { endGrant } from './end-grant.ts';
import { issueTokens } from './issue-tokens.ts';

/** A code with the values that an application presents it with. `audiences` is undefined when it names no resource. */
export interface CodePresentation {
  hash: Buffer;
  applicationId: string;
  redirectUri: string | undefined;
  verifier: string;
  audiences: Audience[] | undefined;
}

/**
 * Exchanges a code for tokens. The second use of a code ends the grant of the first one, because one of both was not
 * the application (OAuth 2.1, section 4.1.3). A code is used up by its first presentation with the right application.
 */
export async function redeemCode(
  pool: Pool,
  { hash, applicationId, redirectUri, verifier, audiences }: CodePresentation,
): Promise<Tokens | OAuthFault> {
  return transaction(pool, async (tx) => {
    const code = await lockCode(tx, hash);
    if (!code || code.request.applicationId !== applicationId)
      return oauthFault('invalid_grant', 'The code is unknown, or was issued to another application.');
    const { request, grantId } = code;
    if (code.isUsed) {
      if (grantId !== null) await endGrant(tx, code.userId, grantId);
      return oauthFault('invalid_grant', 'The code was used before; what it gave has ended.');
    }
    const fault = faultOf();
    const grant = fault
      ? undefined
      : await beginGrant(tx, { ...request, audiences: audiences ?? request.audiences }, code);
    await useCode(tx, hash, grant?.id);
    if (fault) return fault;
    return grant
      ? issueTokens(tx, grant)
      : oauthFault('invalid_grant', 'The person does not belong to the organization any more.');

    function faultOf(): OAuthFault | undefined {
      if (code!.isExpired) return oauthFault('invalid_grant', 'The code has expired.');
      if (redirectUri !== undefined && redirectUri !== request.redirectUri)
        return oauthFault('invalid_grant', 'redirect_uri is not the one that the code was sent to.');
      if (!isVerifier(verifier, request.challenge))
        return oauthFault('invalid_grant', 'code_verifier does not fit the challenge.');
      if (audiences?.some((audience) => !request.audiences.includes(audience)))
        return oauthFault('invalid_target', 'resource names more than the person was asked for.');
      return undefined;
    }
  });
}
