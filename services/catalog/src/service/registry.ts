import { RegistryService } from '@assay/contract/gen/assay/v1/registry';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { getDirectoryServer } from '../rpc/get-directory-server.ts';
import { installDirectoryServer } from '../rpc/install-directory-server.ts';
import { installRegistryServer } from '../rpc/install-registry-server.ts';
import { listDirectoryServers } from '../rpc/list-directory-servers.ts';
import { listDirectorySources } from '../rpc/list-directory-sources.ts';
import { listRegistryConnections } from '../rpc/list-registry-connections.ts';
import { listRegistryServers } from '../rpc/list-registry-servers.ts';
import { uninstallRegistryServer } from '../rpc/uninstall-registry-server.ts';

/** Finds published servers and saves them in projects. */
export const registry = (deps: Deps): Implementation =>
  implement(RegistryService, {
    listDirectoryServers: listDirectoryServers(deps),
    getDirectoryServer: getDirectoryServer(deps),
    listDirectorySources: listDirectorySources(deps),
    listRegistryServers: listRegistryServers(deps),
    listRegistryConnections: listRegistryConnections(deps),
    installDirectoryServer: installDirectoryServer(deps),
    installRegistryServer: installRegistryServer(deps),
    uninstallRegistryServer: uninstallRegistryServer(deps),
  });
