import type { AuthenticateRequest, Principal } from '@assay/contract/gen/assay/v1/catalog';
import { Problem, reasons } from '@assay/contract/problem';
import type { Handler } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { findKeyHolder } from '../store/api-keys.ts';

export const authenticate = ({ pool }: Deps): Handler<AuthenticateRequest, Principal> => async ({ keyHash }) => {
  const holder = await findKeyHolder(pool, keyHash);
  if (!holder || holder.revoked) throw new Problem('UNAUTHORIZED', 'The API key is not valid.');
  const { keyId, organizationId, userId, isMember } = holder;
  if (organizationId === undefined) {
    throw new Problem('UNAUTHORIZED', 'The organization of this API key is gone; create a key in another one.', { reason: reasons.ORPHANED_KEY });
  }
  if (!isMember) throw new Problem('UNAUTHORIZED', 'The owner of this API key has left its organization.');
  return { keyId, organizationId, userId };
};
