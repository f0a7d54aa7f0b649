import { Problem } from '@assay/contract/problem';
import type { Target } from '@assay/mcp/target';
import type { Subject } from './subject.ts';

/** Shorter texts are no secrets, and hiding them would hide everything. */
const MIN_SECRET = 8;

export type Mask = (text: string) => string;

/** Masks what must not be shown of a server: what looks like a secret, and `secrets`. */
export const maskOf =
  ({ mask, target }: Pick<Subject, 'mask' | 'target'>, secrets = secretsOf(target)): Mask =>
  (text) =>
    mask(hiding(secrets, text));

/** The saved values that go to a server and must not be shown: its headers, and what its address holds beside the path. */
export function secretsOf({ url, headers = {} }: Pick<Target, 'url' | 'headers'>): string[] {
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
export const hiding = (secrets: string[], text: string): string =>
  // The longer first: a part that is hidden would leave the rest of it.
  secrets
    .filter(({ length }) => length >= MIN_SECRET)
    .toSorted((a, b) => b.length - a.length)
    .reduce((rest, secret) => rest.replaceAll(secret, '[redacted]'), text);

/** The same document with every text in it masked. */
export const masked = <T>(document: T, mask: Mask): T =>
  JSON.parse(
    JSON.stringify(document, (_key, value: unknown) => (typeof value === 'string' ? mask(value) : value)),
  ) as T;

/** The same problem as people may see it. */
export const maskedProblem = ({ code, message, details, retryAfter }: Problem, mask: Mask): Problem =>
  new Problem(code, mask(message), details && masked(details, mask), retryAfter);
