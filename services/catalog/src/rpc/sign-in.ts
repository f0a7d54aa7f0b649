import { signIn as operation } from '@assay/contract/operations/people';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { sessionAnswer } from '../people/current-session.ts';
import { signInWithPassword } from '../people/sign-in.ts';

export const signIn = (deps: Deps) =>
  handle(operation, async (_caller, browser, form) =>
    sessionAnswer(deps, await signInWithPassword(deps, form, browser)),
  );
