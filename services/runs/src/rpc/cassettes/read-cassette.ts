import type { CassetteBody, ReadCassetteRequest } from '@assay/mesh/gen/assay/v1/iterations';
import { notFound } from '@assay/contract/problem';
import { onlyForService } from '@assay/kit/rpc/only-for-service';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { findCassetteContent } from '../../store/cassettes/cassettes.ts';

export const readCassette = ({ pool }: Deps): RpcHandler<ReadCassetteRequest, CassetteBody> =>
  onlyForService('runner', async ({ iterationId: id, fence }, caller) => {
    const body = await findCassetteContent(pool, { id, fence }, caller);
    if (!body) throw notFound('cassette');
    return { body };
  });
