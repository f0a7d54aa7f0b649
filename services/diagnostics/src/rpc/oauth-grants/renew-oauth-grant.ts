import { operations } from '@assay/contract/operations';
import { conflict, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { auditRenewal } from '../../actions/oauth-grants/audit-renewal.ts';
import type { Deps } from '../../deps.ts';
import { renewNow } from '../../flows/oauth-grants/find-token.ts';
import { shownGrant } from '../../flows/oauth-grants/shown-grant.ts';
import { findServer } from '../../flows/servers/find-server.ts';

export const renewOAuthGrant = (deps: Deps) =>
  handle(operations.renewOAuthGrant, async (_caller, address) => {
    const server = await findServer(deps, address);
    const outcome = await renewNow(deps, server);
    if (outcome === 'no-grant') throw notFound('OAuth grant');
    if (outcome === 'no-refresh-token')
      throw conflict('The grant has no refresh token: sign in again, or import tokens with one.', {
        serverId: server.id,
      });
    deps.tokens.forget(server.id);
    const grant = await shownGrant(deps, server.id);
    await auditRenewal(deps.pool, address, grant.state);
    return grant;
  });
