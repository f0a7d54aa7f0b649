import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { revokeRunnerToken as revoke } from '../../actions/runner-tokens/revoke-runner-token.ts';
import type { Deps } from '../../deps.ts';

export const revokeRunnerToken = ({ pool }: Deps) =>
  handle(operations.revokeRunnerToken, async (_caller, { organizationId, tokenId: id }) => {
    if (!(await revoke(pool, organizationId, id))) throw notFound('runner token');
    return { id, revoked: true as const };
  });
