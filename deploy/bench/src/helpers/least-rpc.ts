import { deserialize, serialize } from 'node:v8';
import type { MethodDefinition } from '@grpc/grpc-js';
import type { FloorResult } from './floor-results.ts';

/** The cases of a run that the runner is handed. */
export interface LeastLease {
  runId: string;
  ids: string[];
}

/** A gRPC method whose messages are values as V8 writes them. */
const methodOf = <Request, Answer>(name: string): MethodDefinition<Request, Answer> => ({
  path: `/floor/${name}`,
  requestStream: false,
  responseStream: false,
  requestSerialize: serialize,
  requestDeserialize: deserialize,
  responseSerialize: serialize,
  responseDeserialize: deserialize,
});

/** How the runner of the least platform asks for work and reports it. */
export const leastRpc = {
  lease: methodOf<object, LeastLease>('lease'),
  report: methodOf<{ runId: string; results: FloorResult[] }, object>('report'),
};
