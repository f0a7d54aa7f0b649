import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { clientCatalog } from '../../domain/clients/client-catalog.ts';

export function getClientCatalog(_deps: Deps) {
  const catalog = Buffer.from(JSON.stringify(clientCatalog()));
  return handle(operations.getClientCatalog, async () => catalog);
}
