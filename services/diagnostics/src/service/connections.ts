import { ServerConnectionsService } from '@assay/contract/gen/assay/v1/connections';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { beginConnectionAuthorization } from '../rpc/server-connections/begin-connection-authorization.ts';
import { cancelServerConnection } from '../rpc/server-connections/cancel-server-connection.ts';
import { createServerConnection } from '../rpc/server-connections/create-server-connection.ts';
import { finishConnectionAuthorization } from '../rpc/server-connections/finish-connection-authorization.ts';
import { getOauthClientMetadata } from '../rpc/server-connections/get-oauth-client-metadata.ts';
import { getServerConnection } from '../rpc/server-connections/get-server-connection.ts';
import { openConnectionHandoff } from '../rpc/server-connections/open-connection-handoff.ts';
import { retryServerConnectionValidation } from '../rpc/server-connections/retry-server-connection-validation.ts';

/** Leads people through connecting to a server. */
export const connections = (deps: Deps): Implementation[] => [
  implement(ServerConnectionsService, {
    createServerConnection: createServerConnection(deps),
    getServerConnection: getServerConnection(deps),
    cancelServerConnection: cancelServerConnection(deps),
    retryServerConnectionValidation: retryServerConnectionValidation(deps),
    openConnectionHandoff: openConnectionHandoff(deps),
    beginConnectionAuthorization: beginConnectionAuthorization(deps),
    finishConnectionAuthorization: finishConnectionAuthorization(deps),
    getOauthClientMetadata: getOauthClientMetadata(deps),
  }),
];
