import type { MethodDefinition } from '@grpc/grpc-js';

const asIs = (bytes: Buffer) => bytes;

/** A gRPC method that is asked for `<route> <id>`, and for a question ` <JSON>` after it; it answers JSON. */
export const readRpc: MethodDefinition<Buffer, Buffer> = {
  path: '/floor/read',
  requestStream: false,
  responseStream: false,
  requestSerialize: asIs,
  requestDeserialize: asIs,
  responseSerialize: asIs,
  responseDeserialize: asIs,
};
