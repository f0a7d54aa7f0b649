import { retryServerConnectionValidation as operation } from '@assay/contract/operations/connections';
import { conflict } from '@assay/contract/problem';
import { handle } from '@assay/kit/handle';
import { connectionOf, shown } from '../connecting/shown.ts';
import { validateConnection } from '../connecting/validate.ts';
import type { Deps } from '../deps.ts';
import { advance } from '../store/connections.ts';

export const retryServerConnectionValidation = (deps: Deps) =>
  handle(operation, async (caller, { requestId }) => {
    const { status, projectId, serverId, error } = await connectionOf(deps, caller, requestId);
    const isMeant = status === 'failed' && error?.retryable === true && projectId !== null && serverId !== null;
    if (!isMeant || !await advance(deps.pool, requestId, ['failed'], 'validating')) throw conflict('There is no failed validation of this connection to try again.', { status });
    await validateConnection(deps, requestId, { projectId, serverId });
    return shown(deps, caller, requestId);
  });
