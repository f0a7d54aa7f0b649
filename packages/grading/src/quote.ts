import { redactText } from '@assay/kit/security/redact';

const QUOTE = 200;
const LISTED = 3;
const DEPTH = 6;
const ITEMS = 20;
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
    const items = value.slice(0, ITEMS).map((item) => shown(item, room, depth + 1));
    return value.length > ITEMS ? [...items, `… ${value.length - ITEMS} more`] : items;
  }
  const copy: [string, unknown][] = [];
  for (const key in value) {
    if (room.left <= 0) {
      copy.push(['…', '…']);
      break;
    }
    room.left -= key.length;
    const inner = (value as Record<string, unknown>)[key];
    copy.push([key, isSecret(key, inner) ? MASK : shown(inner, room, depth + 1)]);
  }
  return Object.fromEntries(copy);
}

/** Secrets are masked before the text is cut, because half of one might not be recognized. */
function clipped(text: string, length: number): string {
  const masked = redactText(text.slice(0, 2 * length));
  return masked.length > length ? `${masked.slice(0, length)}…` : masked;
}

/** `value` as JSON for a reason: masked, at most 200 characters. */
export function quoteValue(value: unknown): string {
  const text = JSON.stringify(shown(value, { left: QUOTE }, 0)) ?? 'nothing';
  return text.length > QUOTE ? `${text.slice(0, QUOTE - 1)}…` : text;
}

/** The first three of `items` in the words of `say`, and the number of further ones. */
export function listFirst<T>(items: readonly T[], say: (item: T) => string): string {
  const said = items
    .slice(0, LISTED)
    .map(say)
    .map((text) => (text.length > QUOTE ? `${text.slice(0, QUOTE - 1)}…` : text))
    .join(', ');
  return items.length > LISTED ? `${said} and ${items.length - LISTED} more` : said;
}
