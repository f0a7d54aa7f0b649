import { cancelServerConnection as operation } from '@assay/contract/operations/connections';
import { conflict } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { connectionOf, shown } from '../connecting/shown.ts';
import type { Deps } from '../deps.ts';
import { OPEN } from '../domain/connection.ts';
import { cancelConnection } from '../store/connections.ts';

export const cancelServerConnection = (deps: Deps) =>
  handle(operation, async (caller, { requestId }) => {
    const { status } = await connectionOf(deps, caller, requestId);
    const isOver = !OPEN.includes(status) || !await cancelConnection(deps.pool, requestId);
    if (isOver) throw conflict('The connection has ended already, or its server is saved: delete the server instead.', { status });
    return shown(deps, caller, requestId);
  });
