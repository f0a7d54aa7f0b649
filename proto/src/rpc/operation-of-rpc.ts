import type { Operation } from '@assay/contract/operation';
import { allOperations } from '@assay/contract/operations';
import { rpcOf } from './operation-rpc.ts';

const byRpc = new Map(Object.values(allOperations).map((operation) => [rpcOf(operation).path, operation]));

/** The operation that an RPC answers; undefined for an RPC between services. */
export const operationOfRpc = (path: string): Operation | undefined => byRpc.get(path);
