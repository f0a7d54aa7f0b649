import { ServerConnectionsService } from '@assay/contract/gen/assay/v1/connections';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { beginConnectionAuthorization } from '../rpc/begin-connection-authorization.ts';
import { cancelServerConnection } from '../rpc/cancel-server-connection.ts';
import { createServerConnection } from '../rpc/create-server-connection.ts';
import { finishConnectionAuthorization } from '../rpc/finish-connection-authorization.ts';
import { getOauthClientMetadata } from '../rpc/get-oauth-client-metadata.ts';
import { getServerConnection } from '../rpc/get-server-connection.ts';
import { openConnectionHandoff } from '../rpc/open-connection-handoff.ts';
import { retryServerConnectionValidation } from '../rpc/retry-server-connection-validation.ts';

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
