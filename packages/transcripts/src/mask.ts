import { redactedJson } from '@assay/kit/security/redact';

/** Stands in place of a secret. */
export const MASK = '[redacted]';

/** Shorter values are no secrets; hiding them would hide everything. */
const MIN_SECRET = 8;

/**
 * A document as JSON that may be stored: `secrets`, such as the credentials of the server that the document is from, and every
 * text that looks like a secret are masked.
 */
export const maskedJson = (document: unknown, secrets: readonly string[] = []): string =>
  redactedJson(document, hidingOf(secrets));

/** A document without these secrets; what merely looks like a secret stays. */
export function withoutSecrets<T>(document: T, secrets: readonly string[]): T {
  const hide = hidingOf(secrets);
  if (!hide) return document;
  return JSON.parse(
    JSON.stringify(document, (_key, value: unknown) => (typeof value === 'string' ? hide(value) : value)),
  ) as T;
}

/** Which of the secrets are in a text of JSON. */
export const secretsIn = (json: string, secrets: readonly string[]): string[] =>
  secrets.filter((secret) => secret.length >= MIN_SECRET && json.includes(JSON.stringify(secret).slice(1, -1)));

/** Replaces each of the secrets in a text; undefined when there is none. */
function hidingOf(secrets: readonly string[]): ((text: string) => string) | undefined {
  // The longer first: a part that is hidden would leave the rest of it.
  const values = [...new Set(secrets)]
    .filter(({ length }) => length >= MIN_SECRET)
    .toSorted((a, b) => b.length - a.length);
  return values.length > 0 ? (text) => values.reduce((rest, secret) => rest.replaceAll(secret, MASK), text) : undefined;
}

/** Whether something in a stored document was masked. */
export const holdsMask = (document: unknown): boolean => JSON.stringify(document)?.includes(MASK) ?? false;
