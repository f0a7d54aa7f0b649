import { operations } from '@assay/contract/operations';
import { conflict } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { retryConnection } from '../../actions/server-connections/retry-connection.ts';
import { connectionOf, showConnection } from '../../flows/server-connections/show-connection.ts';
import { validateConnection } from '../../flows/server-connections/validate-connection.ts';
import type { Deps } from '../../deps.ts';

export const retryServerConnectionValidation = (deps: Deps) =>
  handle(operations.retryServerConnectionValidation, async (caller, { requestId }) => {
    const connection = await connectionOf(deps, caller, requestId, 'member');
    const { status, projectId, serverId, error } = connection;
    const isMeant = status === 'failed' && error?.retryable === true && projectId !== null && serverId !== null;
    if (!isMeant || !(await retryConnection(deps.pool, connection)))
      throw conflict('This connection has no failed validation to try again.', { status });
    await validateConnection(deps, requestId, { projectId, serverId });
    return showConnection(deps, caller, requestId);
  });
