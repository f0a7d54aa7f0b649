import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';

export const getSignInMethods = ({ signon }: Deps) =>
  handle(operations.getSignInMethods, async () => ({ password: true, ...(signon && { oidc: { name: signon.name } }) }));
