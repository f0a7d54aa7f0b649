import type { Tokens } from '@assay/contract/areas/grants/documents';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { oauthFault, type OAuthFault } from '../../domain/grants/audiences.ts';
import { deleteDeviceAuthorization, pollDeviceAuthorization } from '../../store/grants/device-authorizations.ts';
import { beginGrant } from './begin-grant.ts';
import { issueTokens } from './issue-tokens.ts';

/** Answers a device's poll: its tokens once a person has allowed them, else why not (RFC 8628, section 3.5). */
export async function redeemDeviceCode(pool: Pool, hash: Buffer, applicationId: string): Promise<Tokens | OAuthFault> {
  return transaction(pool, async (tx) => {
    const device = await pollDeviceAuthorization(tx, hash);
    if (!device || device.request.applicationId !== applicationId)
      return oauthFault('invalid_grant', 'The device code is unknown, was used, or belongs to another application.');
    const { request, grantor, isDenied, isExpired, isTooSoon } = device;
    if (isDenied) return oauthFault('access_denied', 'The person denied it.');
    if (isExpired) return oauthFault('expired_token', 'The device code has expired; begin anew.');
    if (isTooSoon) return oauthFault('slow_down', 'Ask less often: the interval is 5 seconds longer from now on.');
    if (!grantor) return oauthFault('authorization_pending', 'The person has not decided yet.');
    await deleteDeviceAuthorization(tx, hash);
    const grant = await beginGrant(tx, request, grantor);
    return grant
      ? issueTokens(tx, grant)
      : oauthFault('invalid_grant', 'The person does not belong to the organization any more.');
  });
}
