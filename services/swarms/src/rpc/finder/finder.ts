import type { FindObjectsRequest, FoundObjects, LocateObjectRequest } from '@assay/mesh/gen/assay/v1/finding';
import type { RpcHandler } from '@assay/kit/rpc/handler';
import type { Deps } from '../../deps.ts';
import * as store from '../../store/finder/found-objects.ts';

export const findObjects =
  ({ pool }: Deps): RpcHandler<FindObjectsRequest, FoundObjects> =>
  async (request) => ({ objects: await store.findObjects(pool, request) });

export const locateObject =
  ({ pool }: Deps): RpcHandler<LocateObjectRequest, FoundObjects> =>
  async ({ id }) => ({ objects: await store.locateObject(pool, id) });
