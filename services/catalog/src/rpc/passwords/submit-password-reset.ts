import { ResetPassword } from '@assay/contract/areas/passwords/documents';
import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { checkedDocument } from '@assay/kit/json/parse';
import { formFields } from '@assay/page/form';
import type { Deps } from '../../deps.ts';
import { resetPassword } from '../../flows/passwords/reset-password.ts';
import { passwordResetAnswer } from '../../flows/passwords/password-reset-answer.ts';
import { redirectTo, pathOf } from '../../flows/sessions/page-paths.ts';

const check = checkedDocument(ResetPassword);

export const submitPasswordReset = (deps: Deps) =>
  handle(operations.submitPasswordReset, async (_caller, { token }, form) => {
    try {
      const { password } = check(formFields(form, 'password'));
      await resetPassword(deps, token, password);
      return redirectTo(pathOf(deps, '/auth/sign-in'));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      return passwordResetAnswer(deps, token, problem);
    }
  });
