import type { ClientConfig } from '@assay/contract/areas/clients/config';
import { given } from '@assay/contract/given';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import type { WorkItem } from '@assay/mesh/gen/assay/v1/work';
import { inspectedServer, type InspectedServer } from '@assay/inspect/inspected-server';
import type { Logger } from '@assay/kit/log';
import { redactText } from '@assay/kit/security/redact';
import { decliningAnswers } from '@assay/mcp/requests/answers';
import { targetForClient, timeoutsForClient } from '@assay/mcp/client-target';
import { timeoutsOf } from '@assay/mcp/saved-server';
import type { PlatformLink } from '../platform/platform-link.ts';
import { savedServers, type WantedServers } from '../platform/saved-servers.ts';
import { traceparentFor } from '../recording/trace-context.ts';
import type { ServerReach } from './connect.ts';

/** Dependencies of work that asks one saved server. */
export interface SubjectDeps {
  platform: Pick<PlatformLink, 'catalog' | 'own'>;
  reach: ServerReach;
  log: Logger;
}

interface SubjectWishes extends Partial<Pick<InspectedServer, 'seen' | 'showWidget'>> {
  /** The server is asked as this client would ask it. */
  client?: ClientConfig | undefined;
}

/**
 * The server of a work item as catalog has it now, and in the form that inspections use.
 * @throws Problem NOT_FOUND for a server that is gone, FORBIDDEN for one that left the place of its own credentials.
 */
export async function subjectOf(
  { platform, reach, log }: SubjectDeps,
  { projectId, traceparent }: Pick<WorkItem, 'projectId' | 'traceparent'>,
  wanted: WantedServers['servers'][number],
  signal: AbortSignal,
  { client, seen = () => undefined, showWidget }: SubjectWishes = {},
): Promise<{ server: SavedServer; subject: InspectedServer }> {
  const [server] = (await savedServers(platform, { projectId, servers: [wanted] }, signal, log)) as [SavedServer];
  const target = reach.target(server);
  const subject = inspectedServer({
    projectId: server.projectId,
    target: client ? targetForClient(target, client) : target,
    ties: { signal, traceparent: traceparentFor(traceparent) },
    dialects: reach.dialects,
    seen,
    mask: redactText,
    ...given({ showWidget }),
    // Some servers show some tools only to clients that declare elicitation or sampling: every inspection declares the
    // same.
    options: { timeouts: client ? timeoutsForClient(server, client) : timeoutsOf(server), answers: decliningAnswers },
  });
  return { server, subject };
}
