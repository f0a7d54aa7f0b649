import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { shownServer } from '../../domain/servers/shown-server.ts';
import { findServer } from '../../store/servers/listed-servers.ts';

export const getProjectServer = ({ pool }: Deps) =>
  handle(operations.getProjectServer, async ({ role }, { projectId, serverId }) => {
    const found = await findServer(pool, projectId, serverId);
    if (!found) throw notFound('server');
    return shownServer(found, role);
  });
