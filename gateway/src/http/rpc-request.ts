import { placeOfInput, type Operation } from '@assay/contract/operation';
import type { Logger } from '@assay/kit/log';
import { cursorIn } from './cursor-body.ts';
import type { ApiRequest, RequestLocals } from './handler.ts';
import { fieldsOf } from './request-fields.ts';

const EMPTY = Buffer.alloc(0);

export interface RequestOptions {
  log: Logger;
  publicUrl: string;
}

/** Makes the request of an operation's RPC: path parameters, headers, and the body or the query as its input. */
export function requestOf(
  operation: Operation,
  { log, publicUrl }: RequestOptions,
): (req: ApiRequest, locals: RequestLocals) => object {
  const fields = fieldsOf(operation);
  const inputOf = placeOfInput(operation) === 'query' ? queryOf : bodyOf;
  return (req, { requestId }) => {
    const ignored = (header: string, chars: number) =>
      log.info({ requestId, header, chars }, 'a header is too long and was ignored');
    return {
      ...req.params,
      ...Object.fromEntries(fields.map(([name, { read }]) => [name, read(req, ignored, publicUrl)])),
      input: inputOf(req),
    };
  };
}

const bodyOf = ({ body }: ApiRequest): Buffer => (Buffer.isBuffer(body) ? body : EMPTY);
/** A cursor in the query wins over one in the body. */
const queryOf = (req: ApiRequest): Buffer => {
  const inBody = cursorIn(req.body);
  return req.url.includes('?') || 'cursor' in inBody
    ? Buffer.from(JSON.stringify({ ...inBody, ...(req.query as object) }))
    : EMPTY;
};
