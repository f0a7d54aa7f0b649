import { forbidden } from '@assay/contract/problem';
import type { Handler } from './serve.ts';

/** Work is for processes of the mesh that call on their own behalf, never on a user's. */
export const runnersOnly = <Req, Res>(handler: Handler<Req, Res>): Handler<Req, Res> => async (request, caller) => {
  if (caller.service !== 'runner') throw forbidden('Only runners take work.');
  return handler(request, caller);
};
