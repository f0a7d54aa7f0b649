import { operations } from '@assay/contract/operations';
import { conflict } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { cancelConnection } from '../../actions/server-connections/cancel-connection.ts';
import { connectionOf, showConnection } from '../../flows/server-connections/show-connection.ts';
import type { Deps } from '../../deps.ts';
import { OPEN_STATUSES } from '../../domain/server-connections/connection.ts';

export const cancelServerConnection = (deps: Deps) =>
  handle(operations.cancelServerConnection, async (caller, { requestId }) => {
    const connection = await connectionOf(deps, caller, requestId, 'member');
    const { status } = connection;
    if (!OPEN_STATUSES.includes(status) || !(await cancelConnection(deps.pool, connection)))
      throw conflict('The connection has ended already, or its server is saved: delete the server instead.', {
        status,
      });
    return showConnection(deps, caller, requestId);
  });
