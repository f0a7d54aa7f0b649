import { HeldService } from '@assay/contract/gen/assay/v1/held';
import { WorkService } from '@assay/contract/gen/assay/v1/work';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from './deps.ts';
import { runJobs } from './flows/work/jobs.ts';
import { complete } from './rpc/work/complete.ts';
import { heartbeat } from './rpc/work/heartbeat.ts';
import { lease } from './rpc/work/lease.ts';
import { listHeldServers } from './rpc/work/list-held-servers.ts';
import { readCassette } from './rpc/cassettes/read-cassette.ts';
import { runsOperations } from './rpc/operations.gen.ts';

/** Everything that this service answers: its operations, and what other services and runners ask. */
export const runs = (deps: Deps): Implementation[] => [
  runsOperations(deps),
  implement(WorkService, {
    lease: lease(deps),
    heartbeat: heartbeat(deps),
    complete: complete(deps),
    readCassette: readCassette(deps),
  }),
  implement(HeldService, { listHeldServers: listHeldServers(deps) }),
  runJobs(deps.pool, deps.jobs),
];
