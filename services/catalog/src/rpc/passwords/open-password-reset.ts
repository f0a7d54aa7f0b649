import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { passwordResetAnswer } from '../../flows/passwords/password-reset-answer.ts';

export const openPasswordReset = (deps: Deps) =>
  handle(operations.openPasswordReset, async (_caller, { token }) => passwordResetAnswer(deps, token));
