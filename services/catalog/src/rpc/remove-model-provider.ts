import { removeModelProvider as operation } from '@assay/contract/operations/ledger';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { holdAdministrator } from '../organization-access.ts';
import { knownProvider } from '../refusals.ts';
import { deleteProvider } from '../store/model-providers.ts';

export const removeModelProvider = ({ pool }: Deps) =>
  handle(operation, async (caller, { organizationId, provider: name }) => {
    await holdAdministrator(pool, caller, organizationId);
    const provider = knownProvider(name);
    if (!(await deleteProvider(pool, organizationId, provider))) throw notFound('model provider');
    return { provider, removed: true as const };
  });
