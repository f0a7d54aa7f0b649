import type { Facts } from '@assay/mcp/diagnosis/facts';

/** Shorter texts are no secrets, and hiding them would hide everything. */
const MIN_SECRET = 8;

/** A server that sends our own credentials back does not get them into a report. */
export const hiding = (secrets: string[], text: string): string =>
  secrets.filter(({ length }) => length >= MIN_SECRET).reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);

/** Evidence as people may see it. */
export const masked = (evidence: Facts, mask: (text: string) => string): Record<string, unknown> =>
  JSON.parse(JSON.stringify(evidence, (_key, value: unknown) => (typeof value === 'string' ? mask(value) : value))) as Record<string, unknown>;
