import { forbidden } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/caller';
import type { Handler } from '@assay/kit/serve';

/** An RPC for one service of the mesh that calls on its own behalf, never on a user's. */
export const only = <Req, Res>(service: string, handler: Handler<Req, Res>): Handler<Req, Res> => async (request, caller) => {
  if (caller.service !== service) throw forbidden(`Only the ${service} may ask for this.`);
  return handler(request, caller);
};

/** Holds that a launch asks: the runs service on its own behalf, or on behalf of somebody who was let into the project. */
export function holdLaunch({ service, ...asker }: Caller, { organizationId, projectId }: { organizationId: string; projectId: string }): void {
  const isLaunch = service === undefined ? asker.organizationId === organizationId && asker.projectId === projectId : service === 'runs';
  if (!isLaunch) throw forbidden('Only a launch may ask for this.');
}
