/** Stands in place of a secret. */
export const MASK = '[redacted]';

/** Shorter values are no secrets: hiding them would hide unrelated text. */
const MIN_SECRET = 8;

/** Stands in place of the rest of a text that was cut. */
export const CUT = '…';

/**
 * A function that replaces known secret values in a text, in every form in which a server may send them back: as they
 * are, as JSON text, percent-encoded, and in base64 (RFC 4648 sections 4 and 5), alone or within a longer text. A value
 * of which a cut left the beginning is replaced, too. Undefined when none of the values is long enough to be a secret.
 */
export function secretHider(secrets: Iterable<string>): ((text: string) => string) | undefined {
  const values = [...new Set(secrets)].filter(({ length }) => length >= MIN_SECRET);
  // The longest first: hiding a part of a longer secret would reveal the rest.
  const forms = [...new Set(values.flatMap(formsOf))].toSorted((a, b) => b.length - a.length);
  if (forms.length === 0) return undefined;
  const hideCut = cutHider(forms);
  // The cut one first: a shorter secret within it would hide that it is one.
  return (text) => forms.reduce((rest, form) => rest.replaceAll(form, MASK), hideCut(text));
}

/** Replaces the beginning of a form at the end of a text and before each `CUT`. */
function cutHider(forms: string[]): (text: string) => string {
  const byHead = Map.groupBy(forms, (form) => form.slice(0, MIN_SECRET));
  const longest = Math.max(...forms.map(({ length }) => length));
  const hideEnd = (text: string): string => {
    for (let at = Math.max(0, text.length - longest); at <= text.length - MIN_SECRET; at++)
      if (byHead.get(text.slice(at, at + MIN_SECRET))?.some((form) => form.startsWith(text.slice(at))))
        return `${text.slice(0, at)}${MASK}`;
    return text;
  };
  return (text) => text.split(CUT).map(hideEnd).join(CUT);
}

/** A document without these secrets, in keys and numbers, too; the same document when it holds none. */
export const withoutSecrets = <T>(document: T, secrets: Iterable<string>): T => documentHider(secrets)(document);

/** `withoutSecrets` for many documents. */
export function documentHider(secrets: Iterable<string>): <T>(document: T) => T {
  const hide = secretHider(secrets);
  return (document) => (hide ? (hidden(document, hide) as typeof document) : document);
}

/** The secrets that a JSON text holds, in any form. */
export const secretsIn = (json: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => {
    const hide = secretHider([secret]);
    return hide !== undefined && hide(json) !== json;
  });

/** Copies only what changes, because most documents hold no secret. */
function hidden(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (typeof value === 'number') {
    const text = String(value);
    return hide(text) === text ? value : MASK;
  }
  if (typeof value !== 'object' || value === null) return value;
  let hasChanged = false;
  const fields: [string, unknown][] = [];
  // One frame per level: a server decides how deep its documents are.
  for (const [key, field] of Object.entries(value)) {
    const next: [string, unknown] = [Array.isArray(value) ? key : hide(key), hidden(field, hide)];
    hasChanged ||= next[0] !== key || next[1] !== field;
    fields.push(next);
  }
  if (!hasChanged) return value;
  return Array.isArray(value) ? fields.map(([, item]) => item) : Object.fromEntries(fields);
}

function formsOf(secret: string): string[] {
  const encoded = encodeURIComponent(secret.toWellFormed());
  const bytes = Array.from(new TextEncoder().encode(secret), (byte) => String.fromCharCode(byte)).join('');
  const base64 = [btoa(bytes), ...[0, 1, 2].map((offset) => base64Within(bytes, offset))];
  return [
    secret,
    JSON.stringify(secret).slice(1, -1),
    encoded,
    encoded.replaceAll(/%[0-9A-F]{2}/g, (code) => code.toLowerCase()),
    encoded.replaceAll('%20', '+'),
    ...base64,
    ...base64.map((text) => text.replaceAll('+', '-').replaceAll('/', '_').replaceAll('=', '')),
  ];
}

/**
 * The characters of base64 that `bytes`, one per character, alone decide when `offset` bytes (modulo 3) precede them: three bytes are four
 * characters, so the characters at both ends also depend on their neighbours.
 */
function base64Within(bytes: string, offset: number): string {
  const text = btoa('\0'.repeat(offset) + bytes);
  return text.slice(Math.ceil((offset * 8) / 6), Math.floor(((offset + bytes.length) * 8) / 6));
}

/** An address whose query keeps its names alone: the values are masked. */
export function withHiddenQuery(address: string): string {
  const [, before, query = '', fragment = ''] = /^([^?#]*)(?:\?([^#]*))?(#.*)?$/s.exec(address)!;
  if (query === '') return address;
  const hidden = query.split('&').map((pair) => {
    const end = pair.indexOf('=');
    if (end < 0) return pair && MASK;
    return end === pair.length - 1 ? pair : `${pair.slice(0, end + 1)}${MASK}`;
  });
  return `${before}?${hidden.join('&')}${fragment}`;
}

/** Whether an address came from `withHiddenQuery`, so that it leads nowhere. */
export const hasHiddenQuery = (address: string): boolean => URL.parse(address)?.search.includes(MASK) ?? false;

/** Whether something in a stored document was masked. */
export const holdsMask = (document: unknown): boolean => JSON.stringify(document)?.includes(MASK) ?? false;
