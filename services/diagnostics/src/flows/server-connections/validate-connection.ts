import type { ConnectionError } from '@assay/contract/areas/server-connections/documents';
import { Problem } from '@assay/contract/problem';
import type { Deps } from '../../deps.ts';
import { toError } from '../../domain/server-connections/connection.ts';
import { examineServer } from '../inspections/inspect-server.ts';
import { advanceConnection } from '../../store/server-connections/connections.ts';

/** The connection changed while it was validated. */
const OVERTAKEN: ConnectionError = {
  code: 'CONFLICT',
  message: 'The connection ended while its server was tried.',
  retryable: false,
};

/** Connects to the saved server of a connection in `validating`, and ends the connection; returns the error, if any. */
export async function validateConnection(
  deps: Deps,
  id: string,
  address: { projectId: string; serverId: string },
): Promise<ConnectionError | undefined> {
  const error = await whatIsWrong(deps, address);
  const isOurs = await advanceConnection(deps.pool, id, ['validating'], error ? 'failed' : 'ready', error && { error });
  return error ?? (isOurs ? undefined : OVERTAKEN);
}

async function whatIsWrong(
  deps: Deps,
  address: { projectId: string; serverId: string },
): Promise<ConnectionError | undefined> {
  try {
    await examineServer(deps, address, 'validate', {});
    return undefined;
  } catch (error) {
    // The server is saved: once it is corrected, the connection can be validated again.
    if (error instanceof Problem) return { ...toError(error), retryable: true };
    throw error;
  }
}
