import { Problem } from '@assay/contract/problem';
import type { ServerTarget } from '@assay/mcp/target';
import type { InspectedServer } from './inspected-server.ts';

/** Shorter texts are no secrets: hiding them would hide unrelated text. */
const MIN_SECRET = 8;

export type MaskText = (text: string) => string;

/** Masks text that looks like a secret, and `secrets`. */
export const serverMask =
  ({ mask, target }: Pick<InspectedServer, 'mask' | 'target'>, secrets = savedSecretsOf(target)): MaskText =>
  (text) =>
    mask(withoutSecrets(secrets, text));

/** The saved values that must not be shown: the headers, and the parts of the address beside the path. */
export function savedSecretsOf({ url, headers = {} }: Pick<ServerTarget, 'url' | 'headers'>): string[] {
  const { username = '', password = '', search = '', searchParams } = URL.parse(url) ?? {};
  const written = search
    .slice(1)
    .split('&')
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  return [
    ...Object.values(headers).flatMap((value) => [value, ...value.split(' ')]),
    username,
    password,
    ...written,
    ...(searchParams?.values() ?? []),
  ];
}

/** Hides our own credentials where a server repeats them. */
export const withoutSecrets = (secrets: string[], text: string): string =>
  // The longest first: hiding a part of a longer secret would reveal the rest.
  secrets
    .filter(({ length }) => length >= MIN_SECRET)
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);

/** A copy of the document with every text masked. */
export const maskDocument = <T>(document: T, mask: MaskText): T =>
  JSON.parse(
    JSON.stringify(document, (_key, value: unknown) => (typeof value === 'string' ? mask(value) : value)),
  ) as T;

/** The same Problem, masked for people. */
export const maskedProblem = ({ code, message, details, retryAfter }: Problem, mask: MaskText): Problem =>
  new Problem(code, mask(message), details && maskDocument(details, mask), retryAfter);
