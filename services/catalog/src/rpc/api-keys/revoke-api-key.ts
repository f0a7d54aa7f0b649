import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { revokeKey } from '../../actions/api-keys/revoke-key.ts';
import type { Deps } from '../../deps.ts';

export const revokeApiKey = ({ pool }: Deps) =>
  handle(operations.revokeApiKey, async ({ userId }, { keyId: id }) => {
    if (!(await revokeKey(pool, { id, userId: userId! }, userId!))) throw notFound('API key');
    return { id, revoked: true as const };
  });
