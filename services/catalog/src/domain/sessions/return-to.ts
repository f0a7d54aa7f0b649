/** The longest path that a sign-in returns to, in characters. */
export const MAX_RETURN_CHARS = 2_000;
/** A placeholder for our own origin; `.invalid` never resolves. */
const HERE = 'http://here.invalid';

/**
 * The path to redirect a browser to after sign-in: `wanted`, serialized for a header, when it is a path of this origin,
 * else undefined.
 */
export function returnPath(wanted: unknown): string | undefined {
  if (typeof wanted !== 'string' || wanted.length > MAX_RETURN_CHARS || !wanted.startsWith('/')) return undefined;
  const url = URL.parse(wanted, HERE);
  // Browsers read `//host` and `/\host` as another origin, and so does the parser, which follows the same standard.
  return url?.origin === HERE && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}${url.hash}` : undefined;
}
