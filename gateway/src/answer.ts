import type { Operation } from '@assay/contract/operation';
import { Problem } from '@assay/contract/problem';
import type { Channel } from '@assay/kit/client';
import type { Logger } from '@assay/kit/log';
import type { Handler } from './handler.ts';
import { requestOf } from './rpc-request.ts';

/** The whole of REST → gRPC: one call, and the reply's bytes as the body. */
export function answer(operation: Operation, channel: Channel, log: Logger): Handler {
  const { rpc, status, otherwise: other, timeoutMs } = operation;
  const toRequest = requestOf(operation, log);
  const options = { ...(timeoutMs !== undefined && { timeoutMs }) };
  return async (req, res) => {
    const gone = new AbortController();
    res.once('close', () => { if (!res.writableFinished) gone.abort(new Problem('TIMEOUT', 'The caller stopped waiting.')); });
    const { json, otherwise, contentType, headers } = await channel.call(rpc, toRequest(req, res.locals), { ...options, caller: res.locals.caller, signal: gone.signal });
    res.statusCode = otherwise && other ? other.status : status;
    for (const [name, value] of Object.entries(headers)) res.setHeader(name, value);
    res.setHeader('Content-Type', contentType || 'application/json');
    res.setHeader('Content-Length', json.length);
    res.end(json);
  };
}
