import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { RunExecution } from '@assay/contract/areas/eval-runs/execution';

/**
 * The settings for turns: the suite and the launch have precedence over the client. No person can be asked during a run,
 * so a client that requires approval gets none, but for the read-only calls that the launch approves (`readOnly`).
 */
export function executionFor(execution: RunExecution, client: ClientConfig | undefined): RunExecution {
  if (!client) return execution;
  const { systemPrompt = client.systemPrompt, temperature = client.temperature, toolApproval } = execution;
  return {
    ...execution,
    systemPrompt,
    ...(temperature !== undefined && { temperature }),
    toolApproval: client.requireToolApproval && toolApproval === 'auto' ? 'none' : toolApproval,
  };
}
