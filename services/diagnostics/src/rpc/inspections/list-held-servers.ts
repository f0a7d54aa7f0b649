import type { HeldServers, ListHeldServersRequest } from '@assay/mesh/gen/assay/v1/held';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { listHeldServers as listHeld } from '../../store/inspections/held-servers.ts';

export const listHeldServers = ({ pool }: Pick<Deps, 'pool'>): RpcHandler<ListHeldServersRequest, HeldServers> =>
  onlyForService('runner', async (request, whose) => ({ serverIds: await listHeld(pool, request, whose) }));
