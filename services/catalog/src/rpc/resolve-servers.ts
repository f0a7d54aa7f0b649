import type { ResolvedServers, ResolveServersRequest } from '@assay/contract/gen/assay/v1/catalog';
import { notFound } from '@assay/contract/problem';
import type { Handler } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { toSavedServer } from '../saved-server.ts';
import { hasProject } from '../store/projects.ts';
import { listStoredServers } from '../store/servers.ts';

export const resolveServers = ({ pool }: Deps): Handler<ResolveServersRequest, ResolvedServers> => async ({ projectId, serverIds, orNames, withoutCredentials = false }, caller) => {
  // A runner outside of the installation works for the organization of its token alone, and perhaps for one project of it.
  if (caller.service === 'runner' && caller.organizationId !== undefined) {
    if ((caller.projectId ?? projectId) !== projectId || !(await hasProject(pool, caller.organizationId, projectId))) throw notFound('project');
  }
  const servers = await listStoredServers(pool, projectId, serverIds, orNames);
  const shown = withoutCredentials ? servers.map((server) => ({ ...server, credentials: undefined })) : servers;
  return { servers: shown.map((server) => toSavedServer(projectId, server)) };
};
