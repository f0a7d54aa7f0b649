const MAX_CHARS = 1_000;
/** The host names of this machine that a redirect may lead to without https (RFC 8252, section 7.3). */
const LOOPBACK = new Set(['127.0.0.1', '[::1]', 'localhost']);
/** Schemes that a browser runs, reads or handles itself. */
const FORBIDDEN = new Set([
  'about:',
  'blob:',
  'data:',
  'file:',
  'filesystem:',
  'ftp:',
  'intent:',
  'javascript:',
  'vbscript:',
  'view-source:',
  'ws:',
  'wss:',
]);
const PRINTABLE = /^[\x21-\x7e]+$/;

const isLoopback = ({ protocol, hostname }: URL): boolean => protocol === 'http:' && LOOPBACK.has(hostname);

/**
 * Whether an application may be sent its answers at this address: https, http on a loopback address, or a scheme of the
 * application's own (RFC 8252, section 7).
 */
export function isRedirectUri(uri: unknown): uri is string {
  if (typeof uri !== 'string' || uri.length > MAX_CHARS || !PRINTABLE.test(uri)) return false;
  const url = URL.parse(uri);
  if (!url || uri.includes('#') || url.username !== '' || url.password !== '') return false;
  if (url.protocol === 'https:') return true;
  return url.protocol === 'http:' ? isLoopback(url) : !FORBIDDEN.has(url.protocol);
}

/** Whether `uri` is one of the registered addresses; of a loopback address the port may be another (RFC 8252). */
export const isRegisteredUri = (registered: string[], uri: string): boolean =>
  isRedirectUri(uri) && registered.some((each) => each === uri || isSameLoopback(each, uri));

function isSameLoopback(one: string, other: string): boolean {
  const [left, right] = [new URL(one), new URL(other)];
  if (!isLoopback(left) || !isLoopback(right)) return false;
  left.port = right.port = '';
  return left.href === right.href;
}

/** Where a redirect leads, for people, and the source of a Content-Security-Policy that admits it. */
export function redirectPlace(uri: string): { place: string; source: string } {
  const url = new URL(uri);
  if (isLoopback(url))
    // A policy cannot name an address of IPv6.
    return {
      place: `this computer (${url.host})`,
      source: url.hostname === '[::1]' ? 'http:' : url.origin,
    };
  if (url.protocol === 'https:') return { place: url.host, source: url.origin };
  return { place: `the program for ${url.protocol} addresses on this computer`, source: url.protocol };
}

/** The address with the parameters of an answer. */
export function answerUrl(uri: string, answer: Record<string, string | undefined>): string {
  const url = new URL(uri);
  for (const [name, value] of Object.entries(answer)) if (value !== undefined) url.searchParams.set(name, value);
  return url.href;
}
