import { operations } from '@assay/contract/operations';
import { forbidden, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { revokeInvitation as revoke } from '../../actions/invitations/revoke-invitation.ts';
import type { Deps } from '../../deps.ts';

export const revokeInvitation = ({ pool }: Deps) =>
  handle(operations.revokeInvitation, async ({ userId }, { organizationId, invitationId: id }) => {
    const revoked = await revoke(pool, { organizationId, id, actorId: userId! });
    if (revoked === 'no invitation') throw notFound('invitation');
    if (revoked === 'not allowed') throw forbidden('You cannot revoke an invitation that is above your own role.');
    return { id, revoked: true as const };
  });
