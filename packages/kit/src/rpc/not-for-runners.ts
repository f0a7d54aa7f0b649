import { forbidden } from '@assay/contract/problem';
import type { RpcHandler } from './handler.ts';

/** An RPC for users and for the services that act for them: a runner calls as itself, and only about work that it holds. */
export const notForRunners =
  <Req, Res>(handler: RpcHandler<Req, Res>): RpcHandler<Req, Res> =>
  async (request, caller) => {
    if (caller.service === 'runner') throw forbidden('Runners may not ask for this.');
    return handler(request, caller);
  };
