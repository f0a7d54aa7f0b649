import type { ResolvedServers, ResolveServersRequest } from '@assay/contract/gen/assay/v1/catalog';
import type { Handler } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { toSavedServer } from '../saved-server.ts';
import { listStoredServers } from '../store/servers.ts';

export const resolveServers = ({ pool }: Deps): Handler<ResolveServersRequest, ResolvedServers> => async ({ projectId, serverIds, orNames }) => ({
  servers: (await listStoredServers(pool, projectId, serverIds, orNames)).map((server) => toSavedServer(projectId, server)),
});
