import type { SessionSpec } from '@assay/contract/areas/chat-sessions/turn-work';
import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { RunExecution } from '@assay/contract/areas/eval-runs/execution';

/**
 * The calls of a model that are made without asking. No person can be asked during a run, so a client that requires
 * approval gets none, but for the read-only calls that the launch approves (`readOnly`).
 */
export const callApproval = (
  { toolApproval }: Pick<RunExecution, 'toolApproval'>,
  client: Pick<ClientConfig, 'requireToolApproval'> | undefined,
): RunExecution['toolApproval'] => (client?.requireToolApproval && toolApproval === 'auto' ? 'none' : toolApproval);

/** In a chat a person can be asked, so a client that requires approval asks. */
export const chatApproval = (
  approval: SessionSpec['approval'],
  client: Pick<ClientConfig, 'requireToolApproval'> | undefined,
): SessionSpec['approval'] => (client?.requireToolApproval && approval === 'auto' ? 'ask' : approval);
