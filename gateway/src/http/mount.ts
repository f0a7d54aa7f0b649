import type { IRouter } from 'express';
import { EACH_SERVICE, type Operation } from '@assay/contract/operation';
import { Problem } from '@assay/contract/problem';
import type { ServiceName } from '@assay/contract/services';
import type { Channel } from '@assay/kit/rpc/client';
import type { BytesInFlight } from '../limits/bytes-in-flight.ts';
import { answerOperation } from './answer.ts';
import { AreaRouters } from './area-routers.ts';
import type { ApiHandler } from './handler.ts';
import { streamOperation, type StreamContext } from './stream.ts';
import { waitContext } from './waiting-call.ts';

export type MeshChannels = Record<ServiceName, Channel>;

export interface MountOptions extends StreamContext {
  mesh: MeshChannels;
  /** The channel of operations that each service answers for itself. */
  each: Channel;
  bytes: BytesInFlight;
  /** The handlers before the operation itself. */
  guards(operation: Operation): ApiHandler[];
  /** The guards that check a stream's caller again while the stream is open. */
  accessGuards(operation: Operation): ApiHandler[];
}

export const routerMethods = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
} as const;
const methods = Object.keys(routerMethods);

/** Mounts every operation behind its guards. For another method of a path, the reply names the path's methods. */
export function mountOperations(
  api: IRouter,
  operations: Operation[],
  { mesh, each, access, bytes, log, publicUrl, stopping, streams, guards, accessGuards }: MountOptions,
): void {
  // Literal segments are matched before parameters.
  const paths = [...Map.groupBy(operations, ({ path }) => path)].sort(([a], [b]) =>
    specific(a) < specific(b) ? -1 : 1,
  );
  const areas = new AreaRouters(api);
  for (const [path, onPath] of paths) {
    const route = areas.route(path);
    for (const operation of onPath) {
      const channel = channelFor(operation, { mesh, each });
      route[routerMethods[operation.method]](
        ...guards(operation),
        operation.stream
          ? streamOperation(operation, channel, {
              access,
              accessGuards: accessGuards(operation),
              log,
              publicUrl,
              stopping,
              streams,
            })
          : answerOperation(operation, channel, {
              bytes,
              log,
              publicUrl,
              changed: access.forget,
              waiting: waitContext(accessGuards(operation), { access, stopping, streams }),
            }),
      );
    }
    route.all(otherMethods(methods.filter((method) => onPath.some((operation) => operation.method === method))));
  }
}

/** The channel to the service of an operation. */
export const channelFor = (
  { service }: Pick<Operation, 'service'>,
  { mesh, each }: Pick<MountOptions, 'mesh' | 'each'>,
): Channel => (service === EACH_SERVICE ? each : mesh[service]);

/** A sort key that puts parameters after every literal. */
const specific = (path: string) => path.replace(/\{\w+\}/g, '\uffff');

// NOT_FOUND, because each code has one status and the API has no code for 405.
export const otherMethods =
  (allowed: string[]): ApiHandler =>
  (req, res) => {
    res.setHeader('Allow', allowed.join(', '));
    throw new Problem('NOT_FOUND', `This path answers ${allowed.join(', ')}, not ${req.method}.`);
  };
