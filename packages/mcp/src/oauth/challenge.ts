/** The parts of a challenge. They are sticky, so that each character is read once. */
const [NAME, SIGN, QUOTED, TOKEN] = [/[\w-]+/y, /\s*=\s*/y, /"((?:[^"\\]|\\.)*)"/y, /([^\s,"]+)/y];

/** At most this much of a challenge is read, in characters. */
const MAX_CHALLENGE = 16 * 1024;

/** A parameter of a WWW-Authenticate challenge (RFC 9110 section 11.2). */
export function challengeParameter(challenge: string | undefined, name: string): string | undefined {
  const text = challenge?.slice(0, MAX_CHALLENGE) ?? '';
  let at = 0;
  const next = (part: RegExp): RegExpExecArray | undefined => {
    part.lastIndex = at;
    const found = part.exec(text) ?? undefined;
    at += found?.[0].length ?? 0;
    return found;
  };
  while (at < text.length) {
    const key = next(NAME)?.[0];
    if (key === undefined) at++;
    else if (next(SIGN)) {
      // A quotation that does not end has no parameter after it.
      if (text[at] === '"' && text.indexOf('"', at + 1) === -1) return undefined;
      const value = next(QUOTED) ?? next(TOKEN);
      if (key === name && value) return value[1];
    }
  }
  return undefined;
}

/** The scope syntax of RFC 6749 section 3.3, with a limit of size. */
const SCOPES = /^[!#-[\]-~][ !#-[\]-~]{0,1999}$/;

/** The scopes that a challenge asks for, if they are valid. */
export function requiredScope(challenge: string | undefined): string | undefined {
  const scope = challengeParameter(challenge, 'scope');
  return scope !== undefined && SCOPES.test(scope) ? scope : undefined;
}
