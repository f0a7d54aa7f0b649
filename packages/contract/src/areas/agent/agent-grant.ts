/**
 * The grant of the credential of an agent turn: to act as the caller who asked for the turn, with the platform's own
 * tools, within one project.
 */
export interface AgentGrant {
  turnId: string;
  organizationId: string;
  projectId: string;
  userId: string;
  /** The key with which the turn was asked for; the grant ends when it is revoked. */
  keyId?: string;
  /** The session with which the turn was asked for; the grant ends with it. */
  sessionId?: string;
}

/** The signature of a credential of an agent turn is good for nothing else. */
export const AGENT_SCOPE = { purpose: 'agent' } as const;

/** The beginning of the credential of an agent turn; the signed token follows. */
export const AGENT_TOKEN_PREFIX = 'agt_';

/** The id and the name of the server under which a turn has the platform's own tools. */
export const PLATFORM_SERVER = { id: 'assay', name: 'assay' } as const;

/** The address of the platform's own tools. */
export const platformServerUrl = (publicUrl: string): string => new URL(`${publicUrl}/mcp`).href;
