import type { Router } from 'express';
import type { Operation, ServiceName } from '@assay/contract/operation';
import { Problem } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/client';
import type { Logger } from '@assay/kit/log';
import type { ApiRequest, Handler } from './handler.ts';
import { idempotencyKeyOf } from './idempotency-key.ts';

export type Mesh = Record<ServiceName, Channel>;

const EMPTY = Buffer.alloc(0);
const verbs = { GET: 'get', POST: 'post', PUT: 'put', PATCH: 'patch', DELETE: 'delete' } as const;
const methods = Object.keys(verbs);

/** Mounts every operation behind what `guards` puts before it; a path answers a method that it does not have by naming those it has. */
export function mount(api: Router, operations: Operation[], mesh: Mesh, log: Logger, guards: (operation: Operation) => Handler[]): void {
  // A literal segment is to be met before a parameter in its place.
  const paths = [...Map.groupBy(operations, ({ path }) => path)].sort(([a], [b]) => (specific(a) < specific(b) ? -1 : 1));
  for (const [path, onPath] of paths) {
    const route = api.route(path.replace(/\{(\w+)\}/g, ':$1'));
    for (const operation of onPath) route[verbs[operation.method]](...guards(operation), answer(operation, mesh[operation.service], log));
    route.all(otherMethods(methods.filter((method) => onPath.some((operation) => operation.method === method))));
  }
}

/** A path with its parameters behind every literal in the order of texts. */
const specific = (path: string) => path.replace(/\{\w+\}/g, '\uffff');

/** The whole of REST → gRPC: path parameters become fields, the body or the query becomes the input, and the reply's bytes the body. */
function answer({ method, rpc, status, otherwise: other, timeoutMs }: Operation, channel: Channel, log: Logger): Handler {
  const blank = rpc.requestDeserialize(EMPTY) as object;
  const takesKey = 'idempotencyKey' in blank;
  const takesOwner = 'declaredSuiteId' in blank;
  const inputOf = method === 'GET' ? queryOf : bodyOf;
  const options = { ...(timeoutMs !== undefined && { timeoutMs }) };
  return async (req, res) => {
    const gone = new AbortController();
    res.once('close', () => { if (!res.writableFinished) gone.abort(new Problem('TIMEOUT', 'The caller stopped waiting.')); });
    const { requestId } = res.locals;
    const keyOf = () => idempotencyKeyOf(req.headers, (header, chars) => { log.info({ requestId, header, chars }, 'an idempotency key is too long and was ignored'); });
    const request = {
      ...blank, ...req.params, ...(takesKey && { idempotencyKey: keyOf() }), ...(takesOwner && { declaredSuiteId: ownerOf(req) }), input: inputOf(req),
    };
    const { json, otherwise } = await channel.call(rpc, request, { ...options, caller: res.locals.caller, signal: gone.signal });
    res.statusCode = otherwise && other ? other.status : status;
    res.setHeader('Content-Type', 'application/json');
    res.setHeader('Content-Length', json.length);
    res.end(json);
  };
}

const bodyOf = ({ body }: ApiRequest): Buffer => (Buffer.isBuffer(body) ? body : EMPTY);
/** Which suite file a write speaks for; a value that cannot be such an id reads as none. */
const ownerOf = ({ query }: ApiRequest): string => {
  const { declaredSuiteId: id } = query as Record<string, unknown>;
  return typeof id === 'string' && id.length <= 128 ? id : '';
};
const queryOf = (req: ApiRequest): Buffer => (req.url.includes('?') ? Buffer.from(JSON.stringify(req.query)) : EMPTY);

// NOT_FOUND, because the status is a function of the code and no code of the API stands for 405.
const otherMethods = (allowed: string[]): Handler => (req, res) => {
  res.setHeader('Allow', allowed.join(', '));
  throw new Problem('NOT_FOUND', `This path answers ${allowed.join(', ')}, not ${req.method}.`);
};
