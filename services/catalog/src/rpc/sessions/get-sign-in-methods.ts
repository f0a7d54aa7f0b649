import { getSignInMethods as operation } from '@assay/contract/operations/people';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';

export const getSignInMethods = ({ signon }: Deps) =>
  handle(operation, async () => ({ password: true, ...(signon && { oidc: { name: signon.name } }) }));
