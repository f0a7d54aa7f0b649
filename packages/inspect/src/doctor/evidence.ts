import { redactDocument } from '@assay/kit/redact';
import type { Facts } from '@assay/mcp/diagnosis/facts';

/** Shorter texts are no secrets, and hiding them would hide everything. */
const MIN_SECRET = 8;

/** Evidence as people may see it: a server that sends our own credentials back does not get them into a report. */
export function shown(evidence: Facts, secrets: string[]): Record<string, unknown> {
  const hidden = secrets.filter(({ length }) => length >= MIN_SECRET);
  const hide = (text: string) => hidden.reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);
  return redactDocument(JSON.parse(JSON.stringify(evidence, (_key, value: unknown) => (typeof value === 'string' ? hide(value) : value))) as Record<string, unknown>);
}
