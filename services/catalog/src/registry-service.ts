import { RegistryService } from '@assay/contract/gen/assay/v1/registry';
import { notYet } from '@assay/kit/not-yet';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from './deps.ts';

/** Finds published servers and saves them in projects. */
export const registry = (_deps: Deps): Implementation => implement(RegistryService, {
  listDirectoryServers: notYet,
  getDirectoryServer: notYet,
  listDirectorySources: notYet,
  listRegistryServers: notYet,
  listRegistryConnections: notYet,
  installDirectoryServer: notYet,
  installRegistryServer: notYet,
  uninstallRegistryServer: notYet,
});
