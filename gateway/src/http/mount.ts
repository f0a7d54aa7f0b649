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
  /** What every request of the operation passes first. */
  guards(operation: Operation): Handler[];
  /** What finds out once more, in the midst of a stream, whether its caller may still have it. */
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

/** Mounts every operation behind its guards; a path answers a method that it does not have by naming those it has. */
export function mount(
  api: IRouter,
  operations: Operation[],
  { mesh, access, log, publicUrl, stopping, streams, guards, accessGuards }: MountOptions,
): void {
  // A literal segment is to be met before a parameter in its place.
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

/** A path with its parameters behind every literal in the order of texts. */
const specific = (path: string) => path.replace(/\{\w+\}/g, '\uffff');

// NOT_FOUND, because the status is a function of the code and no code of the API stands for 405.
export const otherMethods =
  (allowed: string[]): Handler =>
  (req, res) => {
    res.setHeader('Allow', allowed.join(', '));
    throw new Problem('NOT_FOUND', `This path answers ${allowed.join(', ')}, not ${req.method}.`);
  };
