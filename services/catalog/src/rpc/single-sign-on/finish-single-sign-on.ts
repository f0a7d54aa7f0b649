import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { hashOfSecret } from '@assay/kit/security/secret';
import { queryTexts } from '@assay/page/form';
import { auditNameless } from '../../actions/single-sign-on/audit-sign-on.ts';
import { signInWithIdentity } from '../../actions/single-sign-on/sign-in-with-identity.ts';
import type { Deps } from '../../deps.ts';
import { redirectTo, pathOf } from '../../flows/sessions/page-paths.ts';
import { sessionCookie } from '../../flows/sessions/session-cookie.ts';
import { callbackUrl, startPath, openAttempt } from '../../flows/single-sign-on/attempt.ts';
import { endingPage } from '../../flows/single-sign-on/sign-on-endings.ts';
import { ProviderFault } from '../../flows/single-sign-on/provider-fault.ts';
import { takeAttempt } from '../../store/single-sign-on/sign-in-attempts.ts';

export const finishSingleSignOn = (deps: Deps) =>
  handle(operations.finishSingleSignOn, async (_caller, { signInToken, userAgent, sessionToken }, answer) => {
    const { pool, signon, publicUrl } = deps;
    if (!signon) return endingPage('no provider', pathOf(deps, '/auth/sign-in'));
    const texts = queryTexts(answer);
    const state = texts['state'] ?? '';
    const sealed = await takeAttempt(pool, hashOfSecret(state), hashOfSecret(signInToken));
    const attempt = sealed && openAttempt(deps, state, sealed);
    const tryAgain = startPath(deps, attempt?.returnTo ?? pathOf(deps, '/'));
    if (!attempt) return endingPage('over', tryAgain);
    try {
      const person = await signon.identifyPerson(
        new URL(`${callbackUrl(publicUrl)}?${new URLSearchParams(texts).toString()}`),
        attempt,
      );
      if (person.email === undefined) {
        await auditNameless(pool, person);
        return endingPage('no e-mail', tryAgain);
      }
      const session = await signInWithIdentity(pool, person, signon, { userAgent, sessionToken });
      if (typeof session === 'string') return endingPage(session, tryAgain);
      return redirectTo(attempt.returnTo, { 'Set-Cookie': sessionCookie(session.token, session.expiresAt, publicUrl) });
    } catch (error) {
      if (!(error instanceof ProviderFault)) throw error;
      return endingPage(error.fault, tryAgain);
    }
  });
