import { forbidden } from '@assay/contract/problem';
import type { RpcHandler } from './handler.ts';

/** An RPC for one service of the mesh that calls on its own behalf, never on a user's. */
export const onlyForService =
  <Req, Res>(service: string, handler: RpcHandler<Req, Res>): RpcHandler<Req, Res> =>
  async (request, caller) => {
    if (caller.service !== service) throw forbidden(`Only the ${service} may ask for this.`);
    return handler(request, caller);
  };
