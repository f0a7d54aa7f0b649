import { Metadata, type Client, type MethodDefinition } from '@grpc/grpc-js';

/** Makes one unary call. Rejects with the status of a call that failed. */
export const callGrpc = <Request, Answer>(
  client: Client,
  { path, requestSerialize, responseDeserialize }: MethodDefinition<Request, Answer>,
  request: Request,
  metadata = new Metadata(),
): Promise<Answer> =>
  new Promise((resolve, reject) => {
    client.makeUnaryRequest(path, requestSerialize, responseDeserialize, request, metadata, (error, answer) =>
      error ? reject(error) : resolve(answer!),
    );
  });
