import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { revokeKey } from '../../actions/api-keys/revoke-key.ts';
import type { Deps } from '../../deps.ts';

export const revokeOrganizationApiKey = ({ pool }: Deps) =>
  handle(operations.revokeOrganizationApiKey, async ({ userId }, { organizationId, keyId: id }) => {
    if (!(await revokeKey(pool, { id, organizationId }, userId!))) throw notFound('API key');
    return { id, revoked: true as const };
  });
