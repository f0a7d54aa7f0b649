const PARAMETER = /([\w-]+)\s*=\s*(?:"((?:[^"\\]|\\.)*)"|([^\s,"]+))/g;

/** A parameter of a WWW-Authenticate challenge (RFC 9110 section 11.2). */
export function challengeParameter(challenge: string | undefined, name: string): string | undefined {
  const [, , quoted, token] = [...(challenge ?? '').matchAll(PARAMETER)].find(([, key]) => key === name) ?? [];
  return quoted ?? token;
}

/** The scope syntax of RFC 6749 section 3.3, with a limit of size. */
const SCOPES = /^[!#-[\]-~][ !#-[\]-~]{0,1999}$/;

/** The scopes that a challenge asks for, if they are valid. */
export function requiredScope(challenge: string | undefined): string | undefined {
  const scope = challengeParameter(challenge, 'scope');
  return scope !== undefined && SCOPES.test(scope) ? scope : undefined;
}
