import { revokeRunnerToken as operation } from '@assay/contract/operations/ledger';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { holdAdministrator } from '../organization-access.ts';
import { revokeRunnerToken as revoke } from '../store/runner-tokens.ts';

export const revokeRunnerToken = ({ pool }: Deps) =>
  handle(operation, async (caller, { organizationId, tokenId: id }) => {
    await holdAdministrator(pool, caller, organizationId);
    if (!(await revoke(pool, organizationId, id))) throw notFound('runner token');
    return { id, revoked: true as const };
  });
