import { cookieHeader } from '@assay/kit/security/cookie';
import { seal, unseal } from '@assay/kit/security/seal';
import { hashOfSecret } from '@assay/kit/security/secret';
import type { Deps } from '../../deps.ts';
import type { SignOnLink } from '../../domain/sessions/sign-in-pages.ts';
import { pathOf, withReturnTo } from '../sessions/page-paths.ts';
import { OPEN_MINUTES, type SignInAttempt } from '../../store/single-sign-on/sign-in-attempts.ts';
import type { AttemptChecks } from './provider.ts';

/** The `Set-Cookie` header that stores the browser's token of a sign-in attempt. */
export const attemptCookie = (token: string, publicUrl: string): string =>
  cookieHeader('assay_sign_in', token, `Max-Age=${OPEN_MINUTES * 60}`, publicUrl);

/** The path that starts single sign-on and returns to `returnTo`. */
export const startPath = (deps: Pick<Deps, 'publicUrl'>, returnTo: string): string =>
  withReturnTo(pathOf(deps, '/auth/oidc/start'), returnTo);
/** Name and path of single sign-on for a page; undefined when none is configured. */
export const signOnLink = (deps: Pick<Deps, 'publicUrl' | 'signon'>, returnTo: string): SignOnLink | undefined =>
  deps.signon && { name: deps.signon.name, path: startPath(deps, returnTo) };
export const callbackUrl = (publicUrl: string): string => `${publicUrl}/auth/oidc/callback`;

/** `returnTo` may be the link of an invitation, so it is as secret as the checks. */
export interface OpenAttempt extends AttemptChecks {
  returnTo: string;
}

/** The stored form of an attempt. */
export function attemptOf(
  { keyEncryptionKey }: Pick<Deps, 'keyEncryptionKey'>,
  { state, ...checks }: AttemptChecks,
  token: string,
  returnTo: string,
): SignInAttempt {
  const open: Omit<OpenAttempt, 'state'> = { ...checks, returnTo };
  const stateHash = hashOfSecret(state);
  return {
    stateHash,
    browserHash: hashOfSecret(token),
    sealed: seal(Buffer.from(JSON.stringify(open)), keyEncryptionKey, contextOf(stateHash)),
  };
}

/** The checks and the return path of an attempt; undefined when they cannot be unsealed because the key has changed. */
export function openAttempt(
  { keyEncryptionKey }: Pick<Deps, 'keyEncryptionKey'>,
  state: string,
  sealed: Buffer,
): OpenAttempt | undefined {
  try {
    return {
      state,
      ...(JSON.parse(unseal(sealed, keyEncryptionKey, contextOf(hashOfSecret(state))).toString()) as Omit<
        OpenAttempt,
        'state'
      >),
    };
  } catch {
    return undefined;
  }
}

const contextOf = (stateHash: Buffer): string => `sign-in ${stateHash.toString('hex')}`;
