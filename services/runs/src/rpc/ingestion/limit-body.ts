import { invalid } from '@assay/contract/problem';
import type { RpcHandler } from '@assay/kit/rpc/handler';

/** The largest body of an ingestion request, in bytes. */
const MAX_BODY = 5 * 1024 * 1024;

/** Refuses a body that is too large before it is parsed. */
export const limitBody =
  <Req extends { input: Uint8Array }, Res>(answer: RpcHandler<Req, Res>): RpcHandler<Req, Res> =>
  async (request, caller) => {
    if (request.input.length > MAX_BODY)
      throw invalid(`The body is larger than ${MAX_BODY} bytes; send the results in several chunks.`, {
        maxBytes: MAX_BODY,
      });
    return answer(request, caller);
  };
