import { openSignIn as operation } from '@assay/contract/operations/people';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { returnPath } from '../domain/return-to.ts';
import { pathOf } from '../people/paths.ts';
import { signInAnswer } from '../people/sign-in-answer.ts';

export const openSignIn = (deps: Deps) =>
  handle(operation, async (_caller, _target, { returnTo }) =>
    signInAnswer(deps, returnPath(returnTo) ?? pathOf(deps, '/')),
  );
