import { openPasswordReset as operation } from '@assay/contract/operations/password-resets';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { passwordResetAnswer } from '../../flows/passwords/password-reset-answer.ts';

export const openPasswordReset = (deps: Deps) =>
  handle(operation, async (_caller, { token }) => passwordResetAnswer(deps, token));
