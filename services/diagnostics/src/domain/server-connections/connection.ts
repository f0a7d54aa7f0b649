import { withHiddenQuery } from '@assay/contract/areas/servers/secret-values';
import { given } from '@assay/contract/given';
import { withoutTrailing } from '@assay/kit/text/trailing';
import type {
  ConnectionError,
  ConnectionStatus,
  ServerConnection,
} from '@assay/contract/areas/server-connections/documents';
import type { ProblemCode, Problem } from '@assay/contract/problem';

/** A connection as it is stored. */
export interface StoredConnection {
  id: string;
  organizationId: string;
  userId: string;
  /** Empty when the connection was requested from a browser session. */
  keyId: string;
  /** Null when the connection was requested with an API key. */
  sessionId: string | null;
  projectId: string | null;
  /** The saved server that the request names, if any. */
  meantServerId: string | null;
  /** The server that the connection saved or used, known once it is `validating`. */
  serverId: string | null;
  url: string;
  name: string | null;
  status: ConnectionStatus;
  error: ConnectionError | null;
  sealed: Buffer | null;
  browserHash: Buffer | null;
  expiresAt: Date;
}

/** The fields of a saved server that a connection shows. */
export interface ShownServer {
  id: string;
  name: string;
  url: string;
  enabled: boolean;
}

export const OPEN_STATUSES: ConnectionStatus[] = [
  'discovering',
  'awaiting_project',
  'awaiting_authorization',
  'authorizing',
  'validating',
];

/** A connection as the API shows it; with `handoffUrl` for callers that may continue it. */
export function toDocument(
  { id, status, projectId, serverId, error, expiresAt }: StoredConnection,
  handoffUrl: string | undefined,
  server: ShownServer | undefined,
): ServerConnection {
  const isForPeople = status === 'awaiting_authorization' || status === 'authorizing';
  return {
    connectionRequestId: id,
    status,
    ...(isForPeople && handoffUrl !== undefined && { handoffUrl }),
    expiresAt: expiresAt.toISOString(),
    ...given({ projectId: projectId ?? undefined, serverId: serverId ?? undefined, server }),
    ...(error && { error }),
  };
}

/** The target of a connection's entries in the audit log. */
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

/** Errors that may disappear without a change by a user. */
const PASSING: ProblemCode[] = ['SERVER_UNREACHABLE', 'TIMEOUT', 'RATE_LIMITED', 'INTERNAL_ERROR', 'UNAVAILABLE'];

/** Whether a retry without a change cannot help. */
export const isFinal = ({ code }: Problem): boolean => !PASSING.includes(code);

export const toError = (problem: Problem): ConnectionError => ({
  code: problem.code,
  message: problem.message,
  retryable: !isFinal(problem),
});

/** The name of a new server: the wanted one, or the host of its address, with a number when that name is taken. */
export function nameFor(wanted: string | null, url: string, taken: ReadonlySet<string>): string {
  const name = wanted ?? new URL(url).hostname;
  if (!taken.has(name)) return name;
  for (let number = 2; ; number++) if (!taken.has(`${name} (${number})`)) return `${name} (${number})`;
}

/** Whether a saved server authenticates with its own credentials, so that a person's grant would not be used. */
export function hasOtherAuthMethod({
  authMethod,
  useOAuth,
}: {
  authMethod?: string | undefined;
  useOAuth: boolean;
}): boolean {
  return authMethod === 'client_credentials' || authMethod === 'none' || (authMethod === 'headers' && !useOAuth);
}

/** Whether two addresses are the same after normalization. */
export const isSameAddress = (one: string, other: string): boolean => normal(one) === normal(other);

function normal(address: string): string {
  // Saved servers are read with a masked query.
  const url = URL.parse(withHiddenQuery(address));
  return url ? `${url.origin}${withoutTrailing(url.pathname, '/')}${url.search}` : address;
}
