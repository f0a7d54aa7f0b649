import type { HeldServers, ListHeldServersRequest } from '@assay/contract/gen/assay/v1/held';
import { only } from '@assay/kit/only';
import type { Handler } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { listHeldServers as listHeld } from '../store/leases.ts';

export const listHeldServers = ({ pool }: Deps): Handler<ListHeldServersRequest, HeldServers> =>
  only('runner', async (request, whose) => ({ serverIds: await listHeld(pool, request, whose) }));
