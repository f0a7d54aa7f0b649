import type { OAuthTokens } from '@modelcontextprotocol/client';

/** Tokens with a shorter lifetime would be renewed continuously. */
const MIN_LIFE_S = 1;
const MAX_LIFE_S = 315_360_000;

/**
 * The tokens of a token response, if they can be used: a bearer token that fits into a header. An invalid lifetime is
 * treated as absent.
 */
export function validatedTokens({ expires_in: life, ...tokens }: OAuthTokens): OAuthTokens {
  if (!/^[!-~]{1,16384}$/.test(tokens.access_token) || !/^bearer$/i.test(tokens.token_type))
    throw new TypeError('This is not a bearer token.');
  return {
    ...tokens,
    ...(life !== undefined && life > 0 && { expires_in: Math.min(Math.max(life, MIN_LIFE_S), MAX_LIFE_S) }),
  };
}

/** The scopes of a token response. */
export const scopesOf = ({ scope = '' }: Pick<OAuthTokens, 'scope'>): string[] =>
  scope
    .split(' ')
    .filter((each) => /^[!-~]{1,256}$/.test(each))
    .slice(0, 500);
