import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { deleteServer } from '../../actions/servers/delete-server.ts';
import type { Deps } from '../../deps.ts';
import { findInstalledServer } from '../../store/registry/registry-installs.ts';

export const uninstallRegistryServer = (deps: Deps) =>
  handle(operations.uninstallRegistryServer, async (_caller, { projectId, registryServerId }) => {
    const serverId = await findInstalledServer(deps.pool, projectId, registryServerId);
    // The record of the install is deleted with the server.
    if (serverId === undefined || !(await deleteServer(deps.pool, projectId, serverId))) throw notFound('install');
    return { deleted: true as const, serverId };
  });
