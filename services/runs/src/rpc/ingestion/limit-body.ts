import { INGEST_BODY_BYTES } from '@assay/contract/areas/ingestion/limits';
import { invalid } from '@assay/contract/problem';
import type { RpcHandler } from '@assay/kit/rpc/handler';

/** Refuses a body that is too large before it is parsed. */
export const limitBody =
  <Req extends { input: Uint8Array }, Res>(answer: RpcHandler<Req, Res>): RpcHandler<Req, Res> =>
  async (request, caller) => {
    if (request.input.length > INGEST_BODY_BYTES)
      throw invalid(`The body is larger than ${INGEST_BODY_BYTES} bytes; send the results in several requests.`, {
        maxBytes: INGEST_BODY_BYTES,
      });
    return answer(request, caller);
  };
