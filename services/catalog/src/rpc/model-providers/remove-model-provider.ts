import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { removeModelProvider as remove } from '../../actions/model-providers/remove-model-provider.ts';
import type { Deps } from '../../deps.ts';
import { knownProvider } from '../../domain/refusals.ts';

export const removeModelProvider = ({ pool }: Deps) =>
  handle(operations.removeModelProvider, async (_caller, { organizationId, provider: name }) => {
    const provider = knownProvider(name);
    if (!(await remove(pool, organizationId, provider))) throw notFound('model provider');
    return { provider, removed: true as const };
  });
