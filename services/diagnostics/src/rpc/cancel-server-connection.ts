import { cancelServerConnection as operation } from '@assay/contract/operations/connections';
import { conflict } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { connectionOf, shown } from '../connecting/shown.ts';
import type { Deps } from '../deps.ts';
import { OPEN } from '../domain/connection.ts';
import { advance } from '../store/connections.ts';

export const cancelServerConnection = (deps: Deps) =>
  handle(operation, async (caller, { requestId }) => {
    const { status } = await connectionOf(deps, caller, requestId);
    const isOpen = OPEN.includes(status) && await advance(deps.pool, requestId, OPEN, 'cancelled');
    if (!isOpen) throw conflict('The connection has ended already.', { status });
    return shown(deps, caller, requestId);
  });
