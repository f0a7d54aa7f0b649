import { TokensService } from '@assay/contract/gen/assay/v1/grants';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import { diagnosticsWork } from './background/jobs-watchdog.ts';
import type { Deps } from './deps.ts';
import { getAccessToken } from './rpc/oauth-grants/get-access-token.ts';
import { diagnosticsOperations } from './rpc/operations.gen.ts';
import { relay } from './rpc/tunnels/relay.ts';

/** Everything that this service answers: its operations, and what other services and runners ask. */
export const diagnostics = (deps: Deps): Implementation[] => [
  diagnosticsOperations(deps),
  implement(TokensService, { getAccessToken: getAccessToken(deps) }),
  relay(deps),
  ...diagnosticsWork(deps),
];
