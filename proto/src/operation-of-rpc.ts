import type { Operation } from './operation.ts';
import { operations } from './operations/index.ts';

const byRpc = new Map<string, [operationId: string, operation: Operation]>();
for (const [id, operation] of Object.entries(operations))
  if (!byRpc.has(operation.rpc.path)) byRpc.set(operation.rpc.path, [id, operation]);

/** The operation that an RPC answers, with its id; the first that is declared where it answers several. */
export const operationOfRpc = (path: string): readonly [operationId: string, operation: Operation] | undefined =>
  byRpc.get(path);
