import { finishSingleSignOn as operation } from '@assay/contract/operations/signon';
import { handle } from '@assay/kit/handle';
import { hashOfSecret } from '@assay/kit/secret';
import { auditNameless } from '../actions/audit-sign-on.ts';
import { signInWithIdentity } from '../actions/sign-in-with-identity.ts';
import type { Deps } from '../deps.ts';
import { leadTo, pathOf } from '../people/paths.ts';
import { sessionCookie } from '../session-cookie.ts';
import { callbackUrl, checksOf, startPath } from '../signon/attempt.ts';
import { endingPage } from '../signon/endings.ts';
import { ProviderFault } from '../signon/fault.ts';
import { takeAttempt } from '../store/sign-in-attempts.ts';

export const finishSingleSignOn = (deps: Deps) =>
  handle(operation, async (_caller, { signInToken, userAgent, sessionToken }, answer) => {
    const { pool, signon, publicUrl } = deps;
    if (!signon) return endingPage('no provider', pathOf(deps, '/auth/sign-in'));
    const texts = textsOf(answer);
    const state = texts['state'] ?? '';
    const attempt = await takeAttempt(pool, hashOfSecret(state), hashOfSecret(signInToken));
    const tryAgain = startPath(deps, attempt?.returnTo ?? pathOf(deps, '/'));
    const checks = attempt && checksOf(deps, state, attempt.sealed);
    if (!checks) return endingPage('over', tryAgain);
    try {
      const person = await signon.whoCame(new URL(`${callbackUrl(publicUrl)}?${new URLSearchParams(texts).toString()}`), checks);
      if (person.email === undefined) {
        await auditNameless(pool, person);
        return endingPage('no e-mail', tryAgain);
      }
      const session = await signInWithIdentity(pool, person, signon, { userAgent, sessionToken });
      if (typeof session === 'string') return endingPage(session, tryAgain);
      return leadTo(attempt.returnTo, { 'Set-Cookie': sessionCookie(session.token, session.expiresAt, publicUrl) });
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error;
      return endingPage(error.fault, tryAgain);
    }
  });

const MAX_CHARS = 8_192;

/** What came as one text each; anything else says nothing. */
const textsOf = (answer: Record<string, unknown>): Record<string, string> =>
  Object.fromEntries(Object.entries(answer).filter((entry): entry is [string, string] => typeof entry[1] === 'string' && entry[1].length <= MAX_CHARS));
