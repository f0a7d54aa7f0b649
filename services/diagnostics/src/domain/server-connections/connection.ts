import type {
  ConnectionError,
  ConnectionStatus,
  ServerConnection,
} from '@assay/contract/areas/server-connections/documents';
import type { Code, Problem } from '@assay/contract/problem';

/** A connection as it is kept. */
export interface Connection {
  id: string;
  organizationId: string;
  userId: string;
  /** Empty for somebody who signed in with a browser. */
  keyId: string;
  /** Null for somebody who asked with a key. */
  sessionId: string | null;
  projectId: string | null;
  /** The saved server that is meant, if any. */
  meantServerId: string | null;
  /** The one that is used, known from the validation on. */
  serverId: string | null;
  url: string;
  name: string | null;
  status: ConnectionStatus;
  error: ConnectionError | null;
  sealed: Buffer | null;
  browserHash: Buffer | null;
  expiresAt: Date;
}

/** As much of a saved server as a connection shows. */
export interface ShownServer {
  id: string;
  name: string;
  url: string;
  enabled: boolean;
}

export const OPEN: ConnectionStatus[] = [
  'discovering',
  'awaiting_project',
  'awaiting_authorization',
  'authorizing',
  'validating',
];

/** A connection as the API shows it; `handoffUrl` to those who may go on with it. */
export function toDocument(
  { id, status, projectId, serverId, error, expiresAt }: Connection,
  handoffUrl: string | undefined,
  server: ShownServer | undefined,
): ServerConnection {
  const isForPeople = status === 'awaiting_authorization' || status === 'authorizing';
  return {
    connectionRequestId: id,
    status,
    ...(isForPeople && handoffUrl !== undefined && { handoffUrl }),
    expiresAt: expiresAt.toISOString(),
    ...(projectId !== null && { projectId }),
    ...(serverId !== null && { serverId }),
    ...(server && { server }),
    ...(error && { error }),
  };
}

/** How the audit log names a connection. */
export const targetOf = ({
  id,
  projectId,
  serverId,
}: {
  id: string;
  projectId?: string | null;
  serverId?: string | null;
}): Record<string, string> => ({
  connectionRequestId: id,
  ...(projectId && { projectId }),
  ...(serverId && { serverId }),
});

/** What may go better the next time without anybody changing anything. */
const PASSING: Code[] = ['SERVER_UNREACHABLE', 'TIMEOUT', 'RATE_LIMITED', 'INTERNAL_ERROR'];

/** Whether it will not go better, however often a page is loaded. */
export const isFinal = ({ code }: Problem): boolean => !PASSING.includes(code);

export const toError = (problem: Problem): ConnectionError => ({
  code: problem.code,
  message: problem.message,
  retryable: !isFinal(problem),
});

/** What a server is called when nobody said: its host, and a number where that is taken. */
export function nameFor(wanted: string | null, url: string, taken: ReadonlySet<string>): string {
  const name = wanted ?? new URL(url).hostname;
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name} (${number})`)) return `${name} (${number})`;
}

/** Whether a saved server's own credentials keep a person's grant from being used. */
export function otherWayIn({ authMethod, useOAuth }: { authMethod?: string | undefined; useOAuth: boolean }): boolean {
  return authMethod === 'client_credentials' || authMethod === 'none' || (authMethod === 'headers' && !useOAuth);
}

/** The same address, however it was written. */
export const isSameAddress = (one: string, other: string): boolean => normal(one) === normal(other);

function normal(address: string): string {
  const url = URL.parse(address);
  return url ? `${url.origin}${url.pathname.replace(/\/+$/, '')}${url.search}` : address;
}
