import type { Role } from '@assay/contract/access';
import { withHiddenPath } from '@assay/contract/areas/servers/path-secrets';
import type { Server } from '@assay/contract/areas/servers/documents';

/** A server as a caller reads it: viewers see no secrets in the path of its address, which members may use and change. */
export const shownServer = (server: Server, role: Role | undefined): Server =>
  role === 'viewer' && server.url !== undefined ? { ...server, url: withHiddenPath(server.url) } : server;
