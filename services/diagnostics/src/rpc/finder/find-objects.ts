import type { FindObjectsRequest, FoundObjects } from '@assay/mesh/gen/assay/v1/finding';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import { findTools } from '../../store/finder/found-objects.ts';

export const findObjects =
  ({ pool }: Deps): RpcHandler<FindObjectsRequest, FoundObjects> =>
  async (request) => ({ objects: await findTools(pool, request) });
