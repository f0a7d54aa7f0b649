import { getServerConnection as operation } from '@assay/contract/operations/connections';
import { handle } from '@assay/kit/rpc/handle';
import { shown } from '../../flows/server-connections/show-connection.ts';
import type { Deps } from '../../deps.ts';

export const getServerConnection = (deps: Deps) =>
  handle(operation, (caller, { requestId }) => shown(deps, caller, requestId));
