import { openPasswordReset as operation } from '@assay/contract/operations/password-resets';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { passwordResetAnswer } from '../people/password-reset-answer.ts';

export const openPasswordReset = (deps: Deps) =>
  handle(operation, async (_caller, { token }) => passwordResetAnswer(deps, token));
