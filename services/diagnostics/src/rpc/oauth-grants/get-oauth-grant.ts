import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { shownGrant } from '../../flows/oauth-grants/shown-grant.ts';
import { findServer } from '../../flows/servers/find-server.ts';

export const getOAuthGrant = (deps: Deps) =>
  handle(operations.getOAuthGrant, async (_caller, address) => {
    const { id } = await findServer(deps, address);
    return shownGrant(deps, id);
  });
