const KEY_VALUE = /\b(api[_-]?key|secret|token|password|authorization)(["']?\s*[:=]\s*)("[^"]*"|'[^']*'|(?:bearer|basic)\s+\S+|[^\s,;&"'}]+)/gi;
const SCHEME = /\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi;
const PREFIXED = /\b(?:sk|slk|dsc|api)_[A-Za-z0-9_-]{6,}/g;
const JWT = /\beyJ[A-Za-z0-9_-]{8,}\.[A-Za-z0-9_-]+\.[A-Za-z0-9_-]*/g;
const USER_INFO = /\b([a-z][a-z0-9+.-]*:\/\/)[^\s/@:]*:[^\s/@]*@/gi;

/** Masks whatever looks like a secret (key=value pairs, bearer values, our keys, JWTs, URL passwords) and clips to `max` characters. */
export function redactText(text: string, max = Number.POSITIVE_INFINITY): string {
  const masked = text
    .replace(KEY_VALUE, '$1$2[redacted]')
    .replace(SCHEME, '$1 [redacted]')
    .replace(PREFIXED, '[redacted]')
    .replace(JWT, '[redacted]')
    .replace(USER_INFO, '$1[redacted]@');
  return masked.length > max ? `${masked.slice(0, max)}…` : masked;
}

const SECRET_KEY = /authorization|bearer|passw(?:or)?d|secret|token$|api[_-]?key|access[_-]?key|cookie|credential|private[_-]?key/i;

/** A copy of JSON for people: texts masked as `redactText` does, and texts under a key that names a secret masked whole. */
export function redactDocument<T>(document: T): T {
  return JSON.parse(JSON.stringify(document, (key, value: unknown) => {
    if (typeof value !== 'string') return value;
    return SECRET_KEY.test(key) ? '[redacted]' : redactText(value);
  })) as T;
}
