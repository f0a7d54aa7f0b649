import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { passwordResetAnswer } from '../../flows/passwords/password-reset-answer.ts';
import { resetPassword as reset } from '../../flows/passwords/reset-password.ts';

export const openPasswordReset = (deps: Deps) =>
  handle(operations.openPasswordReset, async (_caller, { token }) => passwordResetAnswer(deps, token));

export const resetPassword = (deps: Deps) =>
  handle(operations.resetPassword, async (_caller, { token }, { password }) => ({
    reset: true as const,
    endedSessions: await reset(deps, token, password),
  }));
