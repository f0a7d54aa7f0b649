import { placeOfInput, type Operation } from '@assay/contract/operation';
import type { Logger } from '@assay/kit/log';
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
const queryOf = (req: ApiRequest): Buffer => (req.url.includes('?') ? Buffer.from(JSON.stringify(req.query)) : EMPTY);
