import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { ownOrNew } from '@assay/kit/security/secret';
import type { Deps } from '../../deps.ts';
import { returnPath } from '../../domain/sessions/return-to.ts';
import { limitSignOn } from '../../flows/sessions/sign-in-brakes.ts';
import { redirectTo, pathOf } from '../../flows/sessions/page-paths.ts';
import { retryHeader } from '../../flows/sessions/sign-in-answer.ts';
import { attemptOf, callbackUrl, startPath, attemptCookie } from '../../flows/single-sign-on/attempt.ts';
import { endingPage } from '../../flows/single-sign-on/sign-on-endings.ts';
import { ProviderFault } from '../../flows/single-sign-on/provider-fault.ts';
import { insertAttempt } from '../../store/single-sign-on/sign-in-attempts.ts';

export const startSingleSignOn = (deps: Deps) =>
  handle(operations.startSingleSignOn, async (_caller, { signInToken, clientAddress }, { returnTo: wanted }) => {
    const { pool, signon, publicUrl } = deps;
    if (!signon) return endingPage('no provider', pathOf(deps, '/auth/sign-in'));
    const [returnTo, token] = [returnPath(wanted) ?? pathOf(deps, '/'), ownOrNew(signInToken)];
    try {
      await limitSignOn(deps, clientAddress);
      const { url, checks } = await signon.authorizationUrl(callbackUrl(publicUrl));
      await insertAttempt(pool, attemptOf(deps, checks, token, returnTo));
      return redirectTo(url, { 'Set-Cookie': attemptCookie(token, publicUrl) });
    } catch (error) {
      if (error instanceof ProviderFault) return endingPage(error.fault, startPath(deps, returnTo));
      if (error instanceof Problem && error.code === 'RATE_LIMITED')
        return endingPage('too often', startPath(deps, returnTo), retryHeader(error));
      throw error;
    }
  });
