import { removeModelProvider as operation } from '@assay/contract/operations/ledger';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { removeModelProvider as remove } from '../actions/remove-model-provider.ts';
import type { Deps } from '../deps.ts';
import { knownProvider } from '../refusals.ts';

export const removeModelProvider = ({ pool }: Deps) =>
  handle(operation, async (_caller, { organizationId, provider: name }) => {
    const provider = knownProvider(name);
    if (!(await remove(pool, organizationId, provider))) throw notFound('model provider');
    return { provider, removed: true as const };
  });
