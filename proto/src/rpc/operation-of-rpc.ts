import type { Operation } from '../operation.ts';
import { allOperations } from '../operations.ts';

const byRpc = new Map(Object.values(allOperations).map((operation) => [operation.rpc.path, operation]));

/** The operation that an RPC answers; undefined for an RPC between services. */
export const operationOfRpc = (path: string): Operation | undefined => byRpc.get(path);
