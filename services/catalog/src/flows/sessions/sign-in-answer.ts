import { given } from '@assay/contract/given';
import { problemCodes, type Problem } from '@assay/contract/problem';
import type { RawReply } from '@assay/kit/rpc/handle';
import { htmlAnswer } from '@assay/page/html-answer';
import type { Deps } from '../../deps.ts';
import { signInPage } from '../../domain/sessions/sign-in-pages.ts';
import { signOnLink } from '../single-sign-on/attempt.ts';
import { pathOf } from './page-paths.ts';

/** The sign-in page, with the problem of a failed attempt. */
export function signInAnswer(deps: Deps, returnTo: string, tried?: { email: string; problem: Problem }): RawReply {
  const html = signInPage({
    action: pathOf(deps, '/auth/sign-in/form'),
    returnTo,
    ...given({ email: tried?.email, wrong: tried?.problem.message }),
    signOn: signOnLink(deps, returnTo),
  });
  return tried ? htmlAnswer(html, retryHeader(tried.problem), problemCodes[tried.problem.code].http) : htmlAnswer(html);
}

/** The `Retry-After` header of a Problem, if it has one. */
export const retryHeader = ({ retryAfter }: Problem): Record<string, string> =>
  retryAfter === undefined ? {} : { 'Retry-After': String(Math.ceil(retryAfter)) };
