const MAX_CHARS = 2_000;
/** Stands for our own origin, and is nobody's. */
const HERE = 'http://here.invalid';

/** Where to lead a browser after somebody signed in: `wanted` when it is a path of this origin, written as a header can hold it, else undefined. */
export function returnPath(wanted: unknown): string | undefined {
  if (typeof wanted !== 'string' || wanted.length > MAX_CHARS || !wanted.startsWith('/')) return undefined;
  const url = URL.parse(wanted, HERE);
  // A browser reads `//host`, and `/\host`, as another origin; so does the parser, which follows the same standard.
  return url?.origin === HERE && !url.pathname.startsWith('//') ? `${url.pathname}${url.search}${url.hash}` : undefined;
}
