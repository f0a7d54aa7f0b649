import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { revokeGrant as revoke } from '../../actions/grants/end-grant.ts';
import type { Deps } from '../../deps.ts';

export const revokeGrant = ({ pool }: Deps) =>
  handle(operations.revokeGrant, async ({ userId }, { grantId: id }) => {
    if (!(await revoke(pool, userId!, id))) throw notFound('grant');
    return { id, revoked: true as const };
  });
