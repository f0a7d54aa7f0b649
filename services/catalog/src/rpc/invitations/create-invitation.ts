import { operations } from '@assay/contract/operations';
import { conflict, forbidden } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { newId } from '@assay/kit/id';
import { hashOfSecret, newSecret } from '@assay/kit/security/secret';
import { createInvitation as create } from '../../actions/invitations/create-invitation.ts';
import type { Deps } from '../../deps.ts';
import { canonicalEmail } from '../../domain/account/email.ts';
import { faultProblem } from '@assay/contract/fault';

const DAYS = 7;

export const createInvitation = ({ pool, publicUrl }: Deps) =>
  handle(operations.createInvitation, async ({ userId }, { organizationId }, { email, role, projectId }) => {
    const token = newSecret();
    const created = await create(pool, {
      id: newId('invite'),
      organizationId,
      projectId,
      email: canonicalEmail(email),
      role,
      hash: hashOfSecret(token),
      invitedBy: userId!,
      days: DAYS,
    });
    if (created === 'not allowed')
      throw forbidden('You can neither invite above your own role nor replace an invitation that is above it.');
    if (created === 'no project')
      throw faultProblem({ path: '/projectId', message: 'is not a project of this organization' });
    if (created === 'member') throw conflict('A member of the organization has this e-mail address already.');
    return { ...created, url: `${publicUrl}/auth/invitations/${token}` };
  });
