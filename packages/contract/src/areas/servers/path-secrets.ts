import { MASK } from './secret-values.ts';

/** Shorter segments of a path are names. */
const MIN_TOKEN = 16;
const UUID = /^[\da-f]{8}(-[\da-f]{4}){3}-[\da-f]{12}$/i;
/** Prefixes of keys, such as `sk_live_`, end in an underscore. */
const PREFIXED = /^[a-z]{2,8}_(?:[a-z]{2,8}_)?[A-Za-z\d_-]{16,}$/;
/** A segment after one of these is a key, if it is no word. */
const NAMES_KEY = /^(api[-_]?key|key|token|secret|password)s?$/i;
const MIN_KEY = 8;

/** The segments of an address's path that look like secrets, as they are written. */
export function pathSecretsIn(address: string): string[] {
  const segments = pathOf(address).split('/');
  return segments.filter((segment, i) => looksSecret(segment, segments[i - 1] ?? ''));
}

/** An address in whose path the segments that look like secrets are masked. */
export function withHiddenPath(address: string): string {
  const path = pathOf(address);
  if (path === '') return address;
  const segments = path.split('/');
  const hidden = segments.map((segment, i) => (looksSecret(segment, segments[i - 1] ?? '') ? MASK : segment));
  const at = address.indexOf(path, address.indexOf('://') + 3);
  return `${address.slice(0, at)}${hidden.join('/')}${address.slice(at + path.length)}`;
}

/** The path as it is written; empty for text that is no address. */
const pathOf = (address: string): string => /^[a-z][\w+.-]*:\/\/[^/?#]*(\/[^?#]*)/i.exec(address)?.[1] ?? '';

function looksSecret(segment: string, before: string): boolean {
  if (NAMES_KEY.test(before)) return segment.length >= MIN_KEY && /\d/.test(segment);
  if (segment.length < MIN_TOKEN) return false;
  if (UUID.test(segment) || (PREFIXED.test(segment) && /\d/.test(segment))) return true;
  return segment.split(/[^A-Za-z\d]+/).some(isRandom);
}

/** Whether a run of letters and digits is no word: long, and with digits among its letters or letters of mixed case. */
function isRandom(run: string): boolean {
  if (run.length < MIN_TOKEN) return false;
  if (/\d/.test(run)) return !/^[A-Za-z]+\d{1,4}$/.test(run);
  const switches = run.match(/[a-z][A-Z]|[A-Z]{2}(?=[a-z])/g)?.length ?? 0;
  return switches > run.length / 5;
}
