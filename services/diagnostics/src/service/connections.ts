import { ServerConnectionsService } from '@assay/contract/gen/assay/v1/connections';
import { notYet } from '@assay/kit/not-yet';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';

/** Leads people through connecting to a server. */
export const connections = (_deps: Deps): Implementation[] => [implement(ServerConnectionsService, {
  createServerConnection: notYet,
  getServerConnection: notYet,
  cancelServerConnection: notYet,
  retryServerConnectionValidation: notYet,
  openConnectionHandoff: notYet,
  beginConnectionAuthorization: notYet,
  finishConnectionAuthorization: notYet,
  getOauthClientMetadata: notYet,
})];
