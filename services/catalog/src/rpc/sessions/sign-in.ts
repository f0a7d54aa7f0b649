import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { sessionAnswer } from '../../flows/sessions/current-session.ts';
import { signInWithPassword } from '../../flows/sessions/sign-in.ts';

export const signIn = (deps: Deps) =>
  handle(operations.signIn, async (_caller, browser, form) =>
    sessionAnswer(deps, await signInWithPassword(deps, form, browser)),
  );
