import type { ServerDiagnosis, ServerState } from '@assay/contract/areas/servers/diagnoses';

/** The state of a server by a diagnosis alone. */
export function stateOf(
  status: ServerDiagnosis['status'],
  cause: ServerDiagnosis['cause'] | undefined,
): Exclude<ServerState, 'unknown'> {
  if (status === 'error' || status === 'oauth_required') return 'unusable';
  return status === 'partial' || cause !== undefined ? 'look' : 'well';
}
