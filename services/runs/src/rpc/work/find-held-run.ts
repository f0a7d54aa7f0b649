import type { FindHeldRunRequest, HeldRun } from '@assay/mesh/gen/assay/v1/held';
import { notFound } from '@assay/contract/problem';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { findHeldRun as findHeld } from '../../store/work/held-by-token.ts';

export const findHeldRun = ({ pool }: Deps): RpcHandler<FindHeldRunRequest, HeldRun> =>
  onlyForService('runner', async (request, whose) => {
    const account = await findHeld(pool, request, whose);
    if (!account) throw notFound('run');
    return account;
  });
