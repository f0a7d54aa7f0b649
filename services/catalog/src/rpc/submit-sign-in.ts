import { SignIn } from '@assay/contract/documents/session';
import { submitSignIn as operation } from '@assay/contract/operations/people';
import { Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { checked } from '@assay/kit/parse';
import { fieldsOf } from '@assay/page/form';
import type { Deps } from '../deps.ts';
import { returnPath } from '../domain/return-to.ts';
import { leadTo, pathOf } from '../people/paths.ts';
import { signInAnswer } from '../people/sign-in-answer.ts';
import { signInWithPassword } from '../people/sign-in.ts';
import { sessionCookie } from '../session-cookie.ts';

const check = checked(SignIn);

export const submitSignIn = (deps: Deps) =>
  handle(operation, async (_caller, browser, form) => {
    const { returnTo: wanted, ...fields } = fieldsOf(form, 'email', 'password', 'returnTo');
    const returnTo = returnPath(wanted) ?? pathOf(deps, '/');
    try {
      const { token, expiresAt } = await signInWithPassword(deps, check(fields), browser);
      return leadTo(returnTo, { 'Set-Cookie': sessionCookie(token, expiresAt, deps.publicUrl) });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      return signInAnswer(deps, returnTo, { email: fields.email ?? '', problem });
    }
  });
