import { SignIn } from '@assay/contract/areas/sessions/documents';
import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { checkedDocument } from '@assay/kit/json/parse';
import { formFields } from '@assay/page/form';
import type { Deps } from '../../deps.ts';
import { returnPath } from '../../domain/sessions/return-to.ts';
import { redirectTo, pathOf } from '../../flows/sessions/page-paths.ts';
import { signInAnswer } from '../../flows/sessions/sign-in-answer.ts';
import { signInWithPassword } from '../../flows/sessions/sign-in.ts';

const check = checkedDocument(SignIn);

export const submitSignIn = (deps: Deps) =>
  handle(operations.submitSignIn, async (_caller, browser, form) => {
    const { returnTo: wanted, ...fields } = formFields(form, 'email', 'password', 'returnTo');
    const returnTo = returnPath(wanted) ?? pathOf(deps, '/');
    try {
      const { cookies } = await signInWithPassword(deps, check(fields), browser);
      return redirectTo(returnTo, { 'Set-Cookie': cookies });
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      return signInAnswer(deps, returnTo, { email: fields.email ?? '', problem });
    }
  });
