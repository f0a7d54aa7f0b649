import type { IRouter } from 'express';
import type { Operation } from '@assay/contract/operation';
import { Problem } from '@assay/contract/problem';
import type { ServiceName } from '@assay/contract/services';
import type { Channel } from '@assay/kit/rpc/client';
import { answer } from './answer.ts';
import type { Handler } from './handler.ts';
import { stream, type StreamContext } from './stream.ts';

export type Mesh = Record<ServiceName, Channel>;

export interface MountOptions extends StreamContext {
  mesh: Mesh;
  /** The handlers before the operation itself. */
  guards(operation: Operation): Handler[];
  /** The guards that check a stream's caller again while the stream is open. */
  accessGuards(operation: Operation): Handler[];
}

export const verbs = {
  GET: 'get',
  POST: 'post',
  PUT: 'put',
  PATCH: 'patch',
  DELETE: 'delete',
} as const;
const methods = Object.keys(verbs);

/** Mounts every operation behind its guards. For another method of a path, the reply names the path's methods. */
export function mount(
  api: IRouter,
  operations: Operation[],
  { mesh, access, log, publicUrl, stopping, streams, guards, accessGuards }: MountOptions,
): void {
  // Literal segments are matched before parameters.
  const paths = [...Map.groupBy(operations, ({ path }) => path)].sort(([a], [b]) =>
    specific(a) < specific(b) ? -1 : 1,
  );
  for (const [path, onPath] of paths) {
    const route = api.route(path.replace(/\{(\w+)\}/g, ':$1'));
    for (const operation of onPath) {
      const channel = mesh[operation.service];
      route[verbs[operation.method]](
        ...guards(operation),
        operation.stream
          ? stream(operation, channel, {
              access,
              accessGuards: accessGuards(operation),
              log,
              publicUrl,
              stopping,
              streams,
            })
          : answer(operation, channel, { log, publicUrl, changed: access.forget }),
      );
    }
    route.all(otherMethods(methods.filter((method) => onPath.some((operation) => operation.method === method))));
  }
}

/** A sort key that puts parameters after every literal. */
const specific = (path: string) => path.replace(/\{\w+\}/g, '\uffff');

// NOT_FOUND, because each code has one status and the API has no code for 405.
export const otherMethods =
  (allowed: string[]): Handler =>
  (req, res) => {
    res.setHeader('Allow', allowed.join(', '));
    throw new Problem('NOT_FOUND', `This path answers ${allowed.join(', ')}, not ${req.method}.`);
  };
