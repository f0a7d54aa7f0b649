import { RegistryService } from '@assay/contract/gen/assay/v1/registry';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { getDirectoryServer } from '../rpc/registry/get-directory-server.ts';
import { installDirectoryServer } from '../rpc/registry/install-directory-server.ts';
import { installRegistryServer } from '../rpc/registry/install-registry-server.ts';
import { listDirectoryServers } from '../rpc/registry/list-directory-servers.ts';
import { listDirectorySources } from '../rpc/registry/list-directory-sources.ts';
import { listRegistryConnections } from '../rpc/registry/list-registry-connections.ts';
import { listRegistryServers } from '../rpc/registry/list-registry-servers.ts';
import { uninstallRegistryServer } from '../rpc/registry/uninstall-registry-server.ts';

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
