import { getProjectServer as operation } from '@assay/contract/operations/catalog';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { findServer } from '../store/servers.ts';

export const getServer = ({ pool }: Deps) =>
  handle(operation, async (_caller, { projectId, serverId }) => {
    const server = await findServer(pool, projectId, serverId);
    if (!server) throw notFound('server');
    return server;
  });
