import { redactText } from '@assay/kit/redact';

const QUOTE = 200;
const LISTED = 3;
const DEPTH = 6;
const ITEMS = 20;
const MASK = '[redacted]';

const SECRET_KEY = /authorization|bearer|passw(?:or)?d|secret|token|api[^a-z0-9]*key|access[^a-z0-9]*key|cookie|credential|private[^a-z0-9]*key/i;
/** Amounts such as `maxTokens` are no secrets. */
const COUNT_KEY = /tokens$/i;

const isSecret = (key: string, value: unknown): boolean =>
  SECRET_KEY.test(key) && !(typeof value === 'number' && COUNT_KEY.test(key));

/** A copy of `value` fit to be shown: secrets masked by key and by look, nesting cut at 6 levels, arrays at 20 items. */
export function displayable(value: unknown, depth = 0): unknown {
  if (typeof value === 'string') return redactText(value);
  if (typeof value !== 'object' || value === null) return value;
  if (depth >= DEPTH) return '…';
  if (Array.isArray(value)) {
    const shown = value.slice(0, ITEMS).map((item) => displayable(item, depth + 1));
    return value.length > ITEMS ? [...shown, `… ${value.length - ITEMS} more`] : shown;
  }
  return Object.fromEntries(Object.entries(value).map(([key, inner]) => [key, isSecret(key, inner) ? MASK : displayable(inner, depth + 1)]));
}

/** `value` as JSON, fit to stand in a reason: masked and at most 200 characters. */
export function quote(value: unknown): string {
  const text = JSON.stringify(typeof value === 'string' ? redactText(value.slice(0, 2 * QUOTE)) : displayable(value)) ?? 'nothing';
  return text.length > QUOTE ? `${text.slice(0, QUOTE - 1)}…` : text;
}

/** The first three of `items`, and how many more there are. */
export function listed(items: readonly string[]): string {
  const shown = items.slice(0, LISTED).map((item) => (item.length > QUOTE ? `${item.slice(0, QUOTE - 1)}…` : item)).join(', ');
  return items.length > LISTED ? `${shown} and ${items.length - LISTED} more` : shown;
}
