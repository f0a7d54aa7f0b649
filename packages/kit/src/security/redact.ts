const KEY_VALUE =
  /\b(api[_-]?key|secret|token|password|authorization)(["']?\s*[:=]\s*)("[^"]*"|'[^']*'|(?:bearer|basic)\s+\S+|[^\s,;&"'}]+)/gi;
const SCHEME = /\b(bearer|basic)\s+[A-Za-z0-9._~+/=-]{8,}/gi;
const PREFIXED =
  /\b(?:(?:sk|slk|dsc|api)_[A-Za-z0-9_-]{6,}|(?:rt|oat|ort|oac|odc)_[A-Za-z0-9_-]{43}|agt_[A-Za-z0-9_-]{43,}|op_[A-Za-z0-9_-]{32,})/g;
const USER_INFO = /\b([a-z][a-z0-9+.-]{0,40}:\/\/)[^\s/@:]*:[^\s/@]*@/gi;
/** A run of characters that a JWT may stand in. A pattern for the whole token would start over at each `eyJ`: time that grows with the square of hostile text. */
const DOTTED = /[\w.-]+/g;
const JWT_HEADER = /\beyJ[\w-]{8}/;

/**
 * Without one of these, a text has nothing to mask; nor has a document without one in its JSON, where quotes and white space
 * are escapes. Several patterns, because V8 searches for each of them faster than for all at once.
 */
const CLUES = [
  /authorization|bearer|basic[\s\\]|passw(?:or)?d|secret|(?:api|access|private)[_-]?key|cookie|credential/i,
  /(?:\b|\\(?:[bfnrt]|u[0-9a-f]{4}))(?:sk|slk|dsc|api|rt|oat|ort|oac|odc|agt|op)_/,
  /:\/\/[^\s/@:]*:[^\s/@]*@/,
  /eyJ/,
];
/** A token in a text. */
const TOKEN = /token["']?\s*[:=]/i;
/** A token in the JSON of a document: in one of its texts, or the key of a text. Each request has a number as `progressToken`. */
const TOKEN_IN_JSON = /token(?:['\s]|\\(?:[nrtf"]|u000b))*[:=]|token":"/i;

/** Most texts have no clue, and one search for it replaces a search for each pattern in each text of a document. */
const hasClue = (text: string, token: RegExp): boolean => token.test(text) || CLUES.some((clue) => clue.test(text));

/**
 * Masks every text that looks like a secret (key=value pairs, bearer values, our keys, JWTs, URL passwords) and clips
 * to `max` characters. Takes time in proportion to the text.
 */
export function redactText(text: string, max = Number.POSITIVE_INFINITY): string {
  const clean = hasClue(text, TOKEN) ? maskedText(text) : text;
  return clean.length > max ? `${clean.slice(0, max)}…` : clean;
}

function maskedText(text: string): string {
  const masked = text
    .replace(KEY_VALUE, '$1$2[redacted]')
    .replace(SCHEME, '$1 [redacted]')
    .replace(PREFIXED, '[redacted]')
    .replace(USER_INFO, '$1[redacted]@');
  return masked.includes('eyJ') ? masked.replace(DOTTED, withoutTokens) : masked;
}

/** Masks each JWT (a header, a payload, a signature that may be empty) in a dotted run. */
function withoutTokens(run: string): string {
  const parts = run.split('.');
  const kept: string[] = [];
  for (let i = 0; i < parts.length; i++) {
    const at = i + 2 < parts.length && parts[i + 1] !== '' ? parts[i]!.search(JWT_HEADER) : -1;
    kept.push(at < 0 ? parts[i]! : `${parts[i]!.slice(0, at)}[redacted]`);
    if (at >= 0) i += 2;
  }
  return kept.join('.');
}

const SECRET_KEY =
  /authorization|bearer|passw(?:or)?d|secret|token$|api[_-]?key|access[_-]?key|cookie|credential|private[_-]?key/i;

/** Whether what goes by this name is a secret, by the look of it. */
export const namesSecret = (name: string): boolean => SECRET_KEY.test(name);

/** A document as JSON, its texts masked as `redactText` does, and texts under a key that names a secret masked whole. */
export function redactedJson(document: unknown): string {
  const json = JSON.stringify(document);
  return hasClue(json, TOKEN_IN_JSON) ? JSON.stringify(document, maskedValue) : json;
}

function maskedValue(key: string, value: unknown): unknown {
  if (typeof value !== 'string') return value;
  return SECRET_KEY.test(key) ? '[redacted]' : redactText(value);
}

/** A copy of a document, masked as `redactedJson` does. */
export const redactDocument = <T>(document: T): T => JSON.parse(redactedJson(document)) as T;
