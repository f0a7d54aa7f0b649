import { rpcsOf } from '@assay/mesh/rpc/operation-rpc';
import type { MethodDefinition } from '@grpc/grpc-js';
import { EACH_SERVICE } from '@assay/contract/operation';
import { notFound } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/rpc/client';
import type { Implementation } from '@assay/kit/rpc/serve';
import type { MeshChannels } from './mount.ts';

/** How the gateway is named among the services. */
export const GATEWAY = 'gateway';

/**
 * The channel of operations that each service answers for itself: a call goes to the service that its path names, and is
 * answered by `own` where that is this gateway.
 */
export function eachService(mesh: MeshChannels, own: Implementation): Channel {
  const handlers = new Map(Object.entries(rpcsOf(EACH_SERVICE)).map(([id, { path }]) => [path, own.handlers[id]!]));
  return {
    call: async <Req, Res>(
      method: MethodDefinition<Req, Res>,
      request: Req,
      options: Parameters<Channel['call']>[2] = {},
    ): Promise<Res> => {
      const { service } = request as { service: string };
      if (service === GATEWAY) return (await handlers.get(method.path)!(request, options.caller!)) as Res;
      if (!Object.hasOwn(mesh, service)) throw notFound('service');
      return mesh[service as keyof MeshChannels].call(method, request, options);
    },
    // The channels of the mesh are closed by their owner.
    close: () => undefined,
  };
}
