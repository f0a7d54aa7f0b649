import { retryServerConnectionValidation as operation } from '@assay/contract/operations/connections';
import { conflict } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { retryConnection } from '../actions/retry-connection.ts';
import { connectionOf, shown } from '../connecting/shown.ts';
import { validateConnection } from '../connecting/validate.ts';
import type { Deps } from '../deps.ts';

export const retryServerConnectionValidation = (deps: Deps) =>
  handle(operation, async (caller, { requestId }) => {
    const connection = await connectionOf(deps, caller, requestId, 'member');
    const { status, projectId, serverId, error } = connection;
    const isMeant = status === 'failed' && error?.retryable === true && projectId !== null && serverId !== null;
    if (!isMeant || !(await retryConnection(deps.pool, connection)))
      throw conflict('There is no failed validation of this connection to try again.', { status });
    await validateConnection(deps, requestId, { projectId, serverId });
    return shown(deps, caller, requestId);
  });
