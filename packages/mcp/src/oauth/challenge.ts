const PARAMETER = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g;

/** One parameter of a WWW-Authenticate challenge (RFC 9110 section 11.2). */
export function challengeParameter(challenge: string | undefined, name: string): string | undefined {
  const [, , quoted, token] = [...(challenge ?? '').matchAll(PARAMETER)].find(([, key]) => key === name) ?? [];
  return quoted ?? token;
}
