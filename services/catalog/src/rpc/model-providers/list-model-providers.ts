import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listProviders } from '../../store/model-providers/model-providers.ts';

export const listModelProviders = ({ pool }: Deps) =>
  handle(operations.listModelProviders, async (_caller, { organizationId }) => {
    return { items: await listProviders(pool, organizationId) };
  });
