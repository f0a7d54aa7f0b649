import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { oauthAnswer } from '../../flows/grants/oauth-answer.ts';
import { register } from '../../flows/grants/register.ts';

export const registerApplication = (deps: Deps) =>
  handle(operations.registerApplication, async (_caller, { clientAddress }, body) =>
    oauthAnswer(await register(deps, body, clientAddress)),
  );
