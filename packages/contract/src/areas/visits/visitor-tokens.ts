const TOKEN = /^[\w-]{43}$/;
/** At most this many visits a browser has at a time; the oldest one is over with a further one. */
const MAX_VISITS = 8;

/** The tokens in the cookie of a browser, one for each of its visits, the newest first. */
export const visitorTokensOf = (cookie: string): string[] =>
  cookie
    .split('.')
    .filter((token) => TOKEN.test(token))
    .slice(0, MAX_VISITS);

/** The cookie with these tokens. */
export const visitorCookieOf = (tokens: readonly string[]): string => tokens.slice(0, MAX_VISITS).join('.');
