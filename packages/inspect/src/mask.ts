import { pathSecretsIn } from '@assay/contract/areas/servers/path-secrets';
import { Problem } from '@assay/contract/problem';
import type { ServerTarget, TokenSource } from '@assay/mcp/target';

export type MaskText = (text: string) => string;

/** The saved values that must not be shown: headers, variables, and the parts of the address that may be secret. */
export function savedSecretsOf({
  url,
  headers = {},
  command,
  secrets = [],
}: Pick<ServerTarget, 'url' | 'headers' | 'command' | 'secrets'>): string[] {
  const { username = '', password = '', search = '', searchParams } = URL.parse(url) ?? {};
  const written = search
    .slice(1)
    .split('&')
    .map((pair) => pair.slice(pair.indexOf('=') + 1));
  return [
    ...Object.values(headers).flatMap((value) => [value, ...value.split(' ')]),
    ...Object.values(command?.env ?? {}),
    ...secrets,
    username,
    password,
    ...written,
    ...(searchParams?.values() ?? []),
    ...pathSecretsIn(url),
  ];
}

/**
 * The target, and its secrets, which must not be shown or stored if the server sends them back: each new access token
 * is added to the set.
 */
export function withKnownSecrets(target: ServerTarget): { known: ServerTarget; secrets: ReadonlySet<string> } {
  const { tokens } = target;
  const secrets = new Set(savedSecretsOf(target));
  if (!tokens) return { known: target, secrets };
  const token: TokenSource['token'] = async (...rejected) => {
    const found = await tokens.token(...rejected);
    if (found !== undefined) secrets.add(found);
    return found;
  };
  return { known: { ...target, tokens: { ...tokens, token } }, secrets };
}

/** A copy of the document with every text masked, or changed in another way. */
export const maskDocument = <T>(document: T, mask: MaskText): T =>
  JSON.parse(
    JSON.stringify(document, (_key, value: unknown) => (typeof value === 'string' ? mask(value) : value)),
  ) as T;

/** The same Problem, masked for people. */
export const maskedProblem = ({ code, message, details, retryAfter }: Problem, mask: MaskText): Problem =>
  new Problem(code, mask(message), details && maskDocument(details, mask), retryAfter);
