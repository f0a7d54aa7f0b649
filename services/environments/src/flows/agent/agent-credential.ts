import {
  AGENT_SCOPE,
  AGENT_TOKEN_PREFIX,
  PLATFORM_SERVER,
  type AgentGrant,
} from '@assay/contract/areas/agent/agent-grant';
import type { TurnTask } from '@assay/contract/areas/chat-sessions/turn-work';
import { expiringToken } from '@assay/kit/security/signed-token';
import type { Turn } from '../../domain/turns/turn.ts';

/** How long the credential of an agent turn is accepted, in milliseconds: longer than any such turn takes. */
const CREDENTIAL_MS = 2 * 60_000;

/**
 * The task of an agent turn with the credential for the platform's own tools; any other task as it is. The credential
 * is signed when a runner leases the turn and stored nowhere.
 */
export function withAgentCredential(task: TurnTask, { id: turnId, settings }: Turn, meshSecret: string): TurnTask {
  if (!settings.agent) return task;
  const grant: AgentGrant = { turnId, ...settings.agent };
  const token = expiringToken(meshSecret, AGENT_SCOPE, JSON.stringify(grant), Date.now() + CREDENTIAL_MS);
  const headers = { Authorization: `Bearer ${AGENT_TOKEN_PREFIX}${token}` };
  const declaredServers = task.spec.declaredServers.map(({ declaration, ...server }) => ({
    ...server,
    declaration: server.id === PLATFORM_SERVER.id ? { ...declaration!, headers } : declaration!,
  }));
  return { ...task, spec: { ...task.spec, declaredServers } };
}
