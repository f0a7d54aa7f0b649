import { TokensService } from '@assay/contract/gen/assay/v1/grants';
import { HeldService } from '@assay/contract/gen/assay/v1/held';
import { jobsService } from '@assay/kit/jobs/service';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import { jobOwner } from './background/jobs-watchdog.ts';
import type { Deps } from './deps.ts';
import { listHeldServers } from './rpc/inspections/list-held-servers.ts';
import { getAccessToken } from './rpc/oauth-grants/get-access-token.ts';
import { diagnosticsOperations } from './rpc/operations.gen.ts';
import { relay } from './rpc/tunnels/relay.ts';

/** Everything that this service answers: its operations, and what other services and runners ask. */
export const diagnostics = (deps: Deps): Implementation[] => [
  diagnosticsOperations(deps),
  implement(TokensService, { getAccessToken: getAccessToken(deps) }),
  relay(deps),
  jobsService(deps.pool, deps.jobs, jobOwner(deps)),
  implement(HeldService, { listHeldServers: listHeldServers(deps) }),
];
