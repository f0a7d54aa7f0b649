import { cancelServerConnection as operation } from '@assay/contract/operations/connections';
import { conflict } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { cancelConnection } from '../actions/cancel-connection.ts';
import { connectionOf, shown } from '../connecting/shown.ts';
import type { Deps } from '../deps.ts';
import { OPEN } from '../domain/connection.ts';

export const cancelServerConnection = (deps: Deps) =>
  handle(operation, async (caller, { requestId }) => {
    const connection = await connectionOf(deps, caller, requestId, 'member');
    const { status } = connection;
    if (!OPEN.includes(status) || !(await cancelConnection(deps.pool, connection)))
      throw conflict('The connection has ended already, or its server is saved: delete the server instead.', {
        status,
      });
    return shown(deps, caller, requestId);
  });
