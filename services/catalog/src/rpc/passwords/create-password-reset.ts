import { operations } from '@assay/contract/operations';
import { conflict, notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { hashOfSecret, newSecret } from '@assay/kit/security/secret';
import { createPasswordReset as create } from '../../actions/passwords/create-password-reset.ts';
import type { Deps } from '../../deps.ts';

export const createPasswordReset = ({ pool, publicUrl }: Deps) =>
  handle(operations.createPasswordReset, async ({ userId: actorId }, { organizationId, userId }) => {
    const token = newSecret();
    const created = await create(pool, { organizationId, userId, actorId: actorId! }, hashOfSecret(token));
    if (created === 'no member') throw notFound('member');
    if (created === 'oneself') throw conflict('Change your own password with your current one.');
    if (created === 'out of reach')
      throw conflict(
        'You cannot give this person a password: they have none because they sign in elsewhere, or belong to an organization that you do not own.',
      );
    return { ...created, url: `${publicUrl}/auth/password-resets/${token}` };
  });
