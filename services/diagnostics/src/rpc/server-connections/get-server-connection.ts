import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { showConnection } from '../../flows/server-connections/show-connection.ts';
import type { Deps } from '../../deps.ts';

export const getServerConnection = (deps: Deps) =>
  handle(operations.getServerConnection, (caller, { requestId }) => showConnection(deps, caller, requestId));
