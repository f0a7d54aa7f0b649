import { listRunnerTokens as operation } from '@assay/contract/operations/ledger';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { viewerOf } from '../organization-access.ts';
import { listRunnerTokens as find } from '../store/runner-tokens.ts';

export const listRunnerTokens = ({ pool }: Deps) =>
  handle(operation, async (caller, { organizationId }) => {
    await viewerOf(pool, caller, organizationId);
    return { items: await find(pool, organizationId) };
  });
