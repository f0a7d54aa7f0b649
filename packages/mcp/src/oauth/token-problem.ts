import {
  AuthorizationServerMismatchError,
  InsecureTokenEndpointError,
  IssuerMismatchError,
  OAuthError,
  RegistrationRejectedError,
} from '@modelcontextprotocol/client';
import { Problem } from '@assay/contract/problem';

/** Error codes of authorization servers that count as refusals (RFC 6749, RFC 8707, RFC 9126). */
const REFUSALS = new Set([
  'invalid_request',
  'invalid_client',
  'invalid_grant',
  'unauthorized_client',
  'unsupported_grant_type',
  'invalid_scope',
  'invalid_target',
  'access_denied',
  'consent_required',
  'interaction_required',
  'login_required',
]);

/**
 * The Problem of a failed request to an authorization server. OAUTH_REQUIRED: a permanent refusal, with its code in
 * `details.oauthError`. SERVER_UNREACHABLE and TIMEOUT are temporary. Quotes nothing that the authorization server
 * wrote.
 */
export function tokenProblem(error: unknown, authorizationServer: string): Problem {
  if (error instanceof Problem) return error;
  const details = { authorizationServer };
  const { name } = error as Error;
  if (OAuthError.isInstance(error) && REFUSALS.has(error.code)) {
    return new Problem('OAUTH_REQUIRED', `The authorization server refuses: ${error.code}.`, {
      ...details,
      oauthError: error.code,
    });
  }
  if (RegistrationRejectedError.isInstance(error))
    return new Problem('OAUTH_REQUIRED', 'The authorization server does not take us as a client.', {
      ...details,
      httpStatus: error.status,
    });
  if (IssuerMismatchError.isInstance(error) || AuthorizationServerMismatchError.isInstance(error)) {
    return new Problem(
      'OAUTH_REQUIRED',
      'The answer comes from another authorization server than the one that was asked.',
      details,
    );
  }
  if (InsecureTokenEndpointError.isInstance(error))
    return new Problem('OAUTH_REQUIRED', 'The token endpoint is not https, so nothing secret is sent there.', details);
  if (name === 'TimeoutError' || name === 'AbortError')
    return new Problem('TIMEOUT', 'The authorization server did not answer in time.', details);
  return new Problem(
    'SERVER_UNREACHABLE',
    'The authorization server cannot be reached, or does not answer as one.',
    details,
  );
}
