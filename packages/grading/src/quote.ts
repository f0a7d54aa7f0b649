import { redactText } from '@assay/kit/security/redact';

const QUOTE = 200;
const NAME = 60;
const LISTED = 3;
const DEPTH = 6;
const ITEMS = 20;
/** Characters that JSON puts around a name and its value. */
const PUNCTUATION = 6;
const MASK = '[redacted]';

const SECRET_KEY =
  /authorization|bearer|passw(?:or)?d|secret|token|api[^a-z0-9]*key|access[^a-z0-9]*key|cookie|credential|private[^a-z0-9]*key/i;
/** Amounts such as `maxTokens` are no secrets. */
const COUNT_KEY = /tokens$/i;

const isSecret = (key: string, value: unknown): boolean =>
  SECRET_KEY.test(key) && !(typeof value === 'number' && COUNT_KEY.test(key));

/** The longest shown value, in characters. */
const SHOWN = 20_000;

/**
 * A copy of `value` for display: secrets masked by key and by pattern, nesting cut at 6 levels, arrays at 20 items, the
 * whole at 20,000 characters.
 */
export const displayableValue = (value: unknown): unknown => shown(value, { left: SHOWN }, 0);

function shown(value: unknown, room: { left: number }, depth: number): unknown {
  if (typeof value === 'string') {
    const text = clipped(value, Math.max(room.left, 0));
    room.left -= text.length;
    return text;
  }
  room.left--;
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH) return '…';
  if (Array.isArray(value)) {
    const items = value.slice(0, ITEMS).map(sharing(room, Math.min(value.length, ITEMS), depth));
    return value.length > ITEMS ? [...items, `… ${value.length - ITEMS} more`] : items;
  }
  // Names come before values, so that a long value hides no name.
  const keys: string[] = [];
  let more = false;
  for (const key in value) {
    more = room.left <= key.length;
    if (more) break;
    room.left -= key.length + PUNCTUATION;
    keys.push(key);
  }
  const inner = sharing(room, keys.length, depth);
  const copy = keys.map((key): [string, unknown] => {
    const each = (value as Record<string, unknown>)[key];
    return [key, isSecret(key, each) ? MASK : inner(each)];
  });
  return Object.fromEntries(more ? [...copy, ['…', '…']] : copy);
}

/** Shows `count` values, one after another, each in an equal share of the room that is left. */
function sharing(room: { left: number }, count: number, depth: number): (value: unknown) => unknown {
  let waiting = count;
  return (value) => {
    const share = Math.floor(Math.max(room.left, 0) / waiting--);
    const own = { left: share };
    const copy = shown(value, own, depth + 1);
    room.left -= share - own.left;
    return copy;
  };
}

/** Secrets are masked before the text is cut, because half of one might not be recognized. */
function clipped(text: string, length: number): string {
  const masked = redactText(text.slice(0, 2 * Math.max(length, QUOTE)));
  return masked.length > length ? `${masked.slice(0, length)}…` : masked;
}

/** Characters that turn the direction of the text around them, in reports, too. */
const TURNING = /[\u061c\u200e\u200f\u202a-\u202e\u2066-\u2069]/g;
const escaped = (character: string): string => `\\u${character.charCodeAt(0).toString(16).padStart(4, '0')}`;

/** `value` as JSON for a reason: masked, without characters that turn the text, at most 200 characters. */
export function quoteValue(value: unknown): string {
  // JSON adds punctuation and escapes, so less is shown until it fits.
  for (let left = QUOTE; ; left /= 2) {
    const text = (JSON.stringify(shown(value, { left }, 0)) ?? 'nothing').replaceAll(TURNING, escaped);
    if (text.length <= QUOTE) return text;
    if (left < 1) return `${text.slice(0, QUOTE - 1)}…`;
  }
}

/** A name in a reason, at most 60 characters, so that what follows it is not cut. */
export const quoteName = (name: string): string => (name.length > NAME ? `${name.slice(0, NAME - 1)}…` : name);

/** The first three of `items` in the words of `say`, and the number of further ones. */
export function listFirst<T>(items: readonly T[], say: (item: T) => string): string {
  const said = items
    .slice(0, LISTED)
    .map(say)
    .map((text) => (text.length > QUOTE ? `${text.slice(0, QUOTE - 1)}…` : text))
    .join(', ');
  return items.length > LISTED ? `${said} and ${items.length - LISTED} more` : said;
}
