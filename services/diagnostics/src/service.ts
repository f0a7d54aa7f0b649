import { FinderService } from '@assay/mesh/gen/assay/v1/finding';
import { HeldService } from '@assay/mesh/gen/assay/v1/held';
import { ConnectionsService } from '@assay/mesh/gen/assay/v1/inspection';
import { TokensService } from '@assay/mesh/gen/assay/v1/grants';
import { notForRunners } from '@assay/kit/rpc/not-for-runners';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import { workService, type WorkProvider } from '@assay/work/service/work-service';
import type { Deps } from './deps.ts';
import { findObjects } from './rpc/finder/find-objects.ts';
import { connectServer } from './rpc/inspections/connect-server.ts';
import { listHeldServers } from './rpc/inspections/list-held-servers.ts';
import { getAccessToken } from './rpc/oauth-grants/get-access-token.ts';
import { diagnosticsOperations } from './rpc/operations.gen.ts';
import { relayService } from './rpc/tunnels/relay.ts';

/** Everything that this service implements: its operations, and the RPCs for other services and runners. */
export const diagnosticsService = (deps: Deps, provider: WorkProvider): Implementation[] => [
  diagnosticsOperations(deps),
  implement(ConnectionsService, { connectServer: notForRunners(connectServer(deps)) }),
  implement(TokensService, { getAccessToken: getAccessToken(deps) }),
  implement({ findObjects: FinderService.findObjects }, { findObjects: notForRunners(findObjects(deps)) }),
  relayService(deps),
  workService(provider),
  implement({ listHeldServers: HeldService.listHeldServers }, { listHeldServers: listHeldServers(deps) }),
];
