import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { returnPath } from '../../domain/sessions/return-to.ts';
import { pathOf } from '../../flows/sessions/page-paths.ts';
import { signInAnswer } from '../../flows/sessions/sign-in-answer.ts';

export const openSignIn = (deps: Deps) =>
  handle(operations.openSignIn, async (_caller, _target, { returnTo }) =>
    signInAnswer(deps, returnPath(returnTo) ?? pathOf(deps, '/')),
  );
