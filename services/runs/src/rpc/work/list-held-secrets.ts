import type { HeldSecrets, ListHeldSecretsRequest } from '@assay/mesh/gen/assay/v1/held';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { listHeldSecrets as listHeld } from '../../store/work/held-by-token.ts';

export const listHeldSecrets = ({ pool }: Deps): RpcHandler<ListHeldSecretsRequest, HeldSecrets> =>
  onlyForService('runner', async (request, whose) => ({ secretIds: await listHeld(pool, request, whose) }));
