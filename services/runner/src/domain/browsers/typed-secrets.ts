import { MASK, withoutSecrets } from '@assay/contract/areas/servers/secret-values';

/** Shorter texts are masked only where they are a whole value: they occur in ordinary words. */
const MIN_PART = 4;

/** A document without the secrets that were typed into a page, in every form that `withoutSecrets` knows. */
export function withoutTyped<T>(document: T, secrets: readonly string[]): T {
  if (secrets.length === 0) return document;
  // The longest first: a longer secret may contain a shorter one.
  const parts = secrets.filter(({ length }) => length >= MIN_PART).toSorted((a, b) => b.length - a.length);
  const hide = (text: string): string =>
    secrets.includes(text) ? MASK : parts.reduce((rest, secret) => rest.replaceAll(secret, MASK), text);
  return hidden(withoutSecrets(document, secrets), hide) as T;
}

function hidden(value: unknown, hide: (text: string) => string): unknown {
  if (typeof value === 'string') return hide(value);
  if (Array.isArray(value)) return value.map((item) => hidden(item, hide));
  if (typeof value !== 'object' || value === null) return value;
  return Object.fromEntries(Object.entries(value).map(([key, field]) => [key, hidden(field, hide)]));
}
