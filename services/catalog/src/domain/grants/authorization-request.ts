import { type Asked, askedBy, isFault, oauthFault, type OAuthFault } from './audiences.ts';
import { isChallenge } from './proof-key.ts';

/** An application's request for a code, apart from the application and the redirect address. */
export interface AuthorizationRequest extends Asked {
  challenge: string;
}

const MAX_STATE_CHARS = 1_000;
/** Parameters that may be repeated (RFC 8707); all others occur once (RFC 6749, section 3.1). */
const REPEATABLE = new Set(['resource']);

/** The parameters of a query or a form. */
export type OAuthParameters = ReadonlyMap<string, string[]>;

/** The parameters with a value: one without a value counts as absent (RFC 6749, section 3.1). */
export function parametersOf(text: string | Uint8Array): OAuthParameters {
  const parameters = new Map<string, string[]>();
  for (const [name, value] of new URLSearchParams(typeof text === 'string' ? text : Buffer.from(text).toString()))
    if (value !== '') parameters.set(name, [...(parameters.get(name) ?? []), value]);
  return parameters;
}

/** The text of a query that was read: parameters with one or several values. */
export const queryText = (query: Readonly<Record<string, unknown>>): string =>
  new URLSearchParams(
    Object.entries(query).flatMap(([name, value]) =>
      [value].flat().flatMap((each): [string, string][] => (typeof each === 'string' ? [[name, each]] : [])),
    ),
  ).toString();

/** The value of a parameter that occurs once. */
export const valueOf = (parameters: OAuthParameters, name: string): string | undefined => {
  const values = parameters.get(name);
  return values?.length === 1 ? values[0] : undefined;
};

export const stateOf = (parameters: OAuthParameters): string | undefined => {
  const state = valueOf(parameters, 'state');
  return state !== undefined && state.length <= MAX_STATE_CHARS ? state : undefined;
};

/** The fault of parameters of which one occurs more than once. */
export function repetitionIn(parameters: OAuthParameters): OAuthFault | undefined {
  for (const [name, values] of parameters)
    if (values.length > 1 && !REPEATABLE.has(name)) return oauthFault('invalid_request', `${name} must be sent once.`);
  return undefined;
}

/** The request of an identified application, or the error for its redirect address. */
export function authorizationRequest(
  publicUrl: string,
  parameters: OAuthParameters,
  applicationId: string,
): AuthorizationRequest | OAuthFault {
  const repetition = repetitionIn(parameters);
  if (repetition) return repetition;
  if (parameters.has('state') && stateOf(parameters) === undefined)
    return oauthFault('invalid_request', `state has at most ${MAX_STATE_CHARS} characters.`);
  const kind = valueOf(parameters, 'response_type');
  if (kind === undefined) return oauthFault('invalid_request', 'response_type is missing; it must be code.');
  if (kind !== 'code') return oauthFault('unsupported_response_type', 'response_type must be code.');
  const challenge = valueOf(parameters, 'code_challenge');
  if (valueOf(parameters, 'code_challenge_method') !== 'S256' || !isChallenge(challenge))
    return oauthFault(
      'invalid_request',
      'code_challenge must be the SHA-256 of a verifier in base64url, and code_challenge_method S256 (RFC 7636).',
    );
  const asked = askedBy(
    publicUrl,
    { scope: valueOf(parameters, 'scope'), resources: parameters.get('resource') ?? [] },
    applicationId,
  );
  return isFault(asked) ? asked : { ...asked, challenge };
}
