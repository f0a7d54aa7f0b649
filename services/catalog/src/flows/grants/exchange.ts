import type { Tokens } from '@assay/contract/areas/grants/documents';
import { hashOfSecret } from '@assay/kit/security/secret';
import { redeemCode } from '../../actions/grants/redeem-code.ts';
import { redeemDeviceCode } from '../../actions/grants/redeem-device-code.ts';
import { renewTokens } from '../../actions/grants/renew-tokens.ts';
import type { Deps } from '../../deps.ts';
import { audiencesOf, oauthFault, type OAuthFault } from '../../domain/grants/audiences.ts';
import { repetitionIn, valueOf, type OAuthParameters } from '../../domain/grants/authorization-request.ts';
import { isKnownApplication } from './find-application.ts';

const DEVICE_CODE = 'urn:ietf:params:oauth:grant-type:device_code';

/** Answers a request of the token endpoint. */
export async function exchange(deps: Deps, form: OAuthParameters): Promise<Tokens | OAuthFault> {
  const repetition = repetitionIn(form);
  if (repetition) return repetition;
  const [kind, applicationId] = [valueOf(form, 'grant_type'), valueOf(form, 'client_id')];
  if (kind === undefined || applicationId === undefined)
    return missing(kind === undefined ? 'grant_type' : 'client_id');
  if (!(await isKnownApplication(deps, applicationId)))
    return oauthFault('invalid_client', 'client_id is unknown here; register again.');
  const resources = form.get('resource') ?? [];
  const audiences = resources.length === 0 ? undefined : audiencesOf(deps.publicUrl, resources, applicationId);
  if (audiences !== undefined && !Array.isArray(audiences)) return audiences;
  switch (kind) {
    case 'authorization_code': {
      const [code, verifier] = [valueOf(form, 'code'), valueOf(form, 'code_verifier')];
      if (code === undefined || verifier === undefined) return missing(code === undefined ? 'code' : 'code_verifier');
      const redirectUri = valueOf(form, 'redirect_uri');
      return redeemCode(deps.pool, { hash: hashOfSecret(code), applicationId, redirectUri, verifier, audiences });
    }
    case DEVICE_CODE: {
      const code = valueOf(form, 'device_code');
      return code === undefined
        ? missing('device_code')
        : redeemDeviceCode(deps.pool, hashOfSecret(code), applicationId);
    }
    case 'refresh_token': {
      const token = valueOf(form, 'refresh_token');
      return token === undefined
        ? missing('refresh_token')
        : renewTokens(deps.pool, { hash: hashOfSecret(token), applicationId, audiences });
    }
    default:
      return oauthFault(
        'unsupported_grant_type',
        `grant_type must be authorization_code, refresh_token or ${DEVICE_CODE}.`,
      );
  }
}

export const missing = (name: string): OAuthFault => oauthFault('invalid_request', `${name} is missing.`);
