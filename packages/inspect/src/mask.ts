import { Problem } from '@assay/contract/problem';
import type { ServerTarget } from '@assay/mcp/target';
import type { InspectedServer } from './subject.ts';

/** Shorter texts are no secrets, and hiding them would hide everything. */
const MIN_SECRET = 8;

export type MaskText = (text: string) => string;

/** Masks what must not be shown of a server: what looks like a secret, and `secrets`. */
export const serverMask =
  ({ mask, target }: Pick<InspectedServer, 'mask' | 'target'>, secrets = savedSecretsOf(target)): MaskText =>
  (text) =>
    mask(withoutSecrets(secrets, text));

/** The saved values that go to a server and must not be shown: its headers, and what its address holds beside the path. */
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

/** A server that sends our own credentials back does not get them shown. */
export const withoutSecrets = (secrets: string[], text: string): string =>
  // The longer first: a part that is hidden would leave the rest of it.
  secrets
    .filter(({ length }) => length >= MIN_SECRET)
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);

/** The same document with every text in it masked. */
export const maskDocument = <T>(document: T, mask: MaskText): T =>
  JSON.parse(
    JSON.stringify(document, (_key, value: unknown) => (typeof value === 'string' ? mask(value) : value)),
  ) as T;

/** The same problem as people may see it. */
export const maskedProblem = ({ code, message, details, retryAfter }: Problem, mask: MaskText): Problem =>
  new Problem(code, mask(message), details && maskDocument(details, mask), retryAfter);
