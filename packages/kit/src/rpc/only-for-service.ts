import { forbidden } from '@assay/contract/problem';
import type { RpcHandler } from './handler.ts';

/** An RPC for one service of the mesh, or a few, that call on their own behalf, never on a user's. */
export const onlyForService =
  <Req, Res>(services: string | readonly string[], handler: RpcHandler<Req, Res>): RpcHandler<Req, Res> =>
  async (request, caller) => {
    if (caller.service === undefined || ![services].flat().includes(caller.service))
      throw forbidden(`Only ${[services].flat().join(' and ')} may ask for this.`);
    return handler(request, caller);
  };
