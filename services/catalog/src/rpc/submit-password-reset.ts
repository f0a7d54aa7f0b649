import { ResetPassword } from '@assay/contract/documents/password-reset';
import { submitPasswordReset as operation } from '@assay/contract/operations/password-resets';
import { Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { parser } from '@assay/kit/parse';
import { fieldsOf } from '@assay/page/form';
import type { Deps } from '../deps.ts';
import { resetPassword } from '../people/forgotten.ts';
import { passwordResetAnswer } from '../people/password-reset-answer.ts';
import { leadTo, pathOf } from '../people/paths.ts';

const parse = parser(ResetPassword);

export const submitPasswordReset = (deps: Deps) =>
  handle(operation, async (_caller, { token }, form) => {
    try {
      const { password } = parse(Buffer.from(JSON.stringify(fieldsOf(form, 'password'))));
      await resetPassword(deps, token, password);
      return leadTo(pathOf(deps, '/auth/sign-in'));
    } catch (problem) {
      if (!(problem instanceof Problem)) throw problem;
      return passwordResetAnswer(deps, token, problem);
    }
  });
