import { HeldService } from '@assay/mesh/gen/assay/v1/held';
import { CassettesService } from '@assay/mesh/gen/assay/v1/iterations';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import { workService, type WorkProvider } from '@assay/work/service/work-service';
import type { Deps } from './deps.ts';
import { findHeldRun } from './rpc/work/find-held-run.ts';
import { listHeldSecrets } from './rpc/work/list-held-secrets.ts';
import { listHeldServers } from './rpc/work/list-held-servers.ts';
import { readCassette } from './rpc/cassettes/read-cassette.ts';
import { runsOperations } from './rpc/operations.gen.ts';

/** Everything that this service answers: its operations, and the calls of other services and runners. */
export const runsImplementations = (deps: Deps, provider: WorkProvider): Implementation[] => [
  runsOperations(deps),
  workService(provider),
  implement(CassettesService, { readCassette: readCassette(deps) }),
  implement(HeldService, {
    listHeldServers: listHeldServers(deps),
    listHeldSecrets: listHeldSecrets(deps),
    findHeldRun: findHeldRun(deps),
  }),
];
