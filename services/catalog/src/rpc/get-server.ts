import { getProjectServer as operation } from '@assay/contract/operations/catalog';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { named } from '../credentials.ts';
import type { Deps } from '../deps.ts';
import { findServer } from '../store/servers.ts';

export const getServer = (deps: Deps) =>
  handle(operation, async (_caller, { projectId, serverId }) => {
    const found = await findServer(deps.pool, projectId, serverId);
    if (!found) throw notFound('server');
    return named(found, deps);
  });
