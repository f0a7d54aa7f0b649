import type { ClientConfig } from '@assay/contract/areas/clients/config';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { inspectedServer, type InspectedServer } from '@assay/inspect/inspected-server';
import { redactText } from '@assay/kit/security/redact';
import { decliningAnswers } from '@assay/mcp/requests/answers';
import { targetForClient, timeoutsForClient } from '@assay/mcp/client-target';
import { timeoutsOf } from '@assay/mcp/saved-server';
import { lintLargeSurface } from './lint-large-surface.ts';
import type { ServerReach } from './connect.ts';

interface SubjectWishes extends Partial<Pick<InspectedServer, 'seen' | 'showWidget'>> {
  /** The server is asked as this client would ask it. */
  client?: ClientConfig | undefined;
}

/** A saved server in the form that inspections use. */
export function subjectOf(
  { target: targetOf, dialects }: ServerReach,
  server: SavedServer,
  ties: InspectedServer['ties'],
  { client, seen = () => undefined, showWidget }: SubjectWishes = {},
): InspectedServer {
  return inspectedServer({
    projectId: server.projectId,
    target: client ? targetForClient(targetOf(server), client) : targetOf(server),
    ties,
    dialects,
    seen,
    lint: lintLargeSurface(ties.signal),
    mask: redactText,
    ...(showWidget && { showWidget }),
    // Some servers show some tools only to clients that declare elicitation or sampling: every inspection declares the
    // same.
    options: { timeouts: client ? timeoutsForClient(server, client) : timeoutsOf(server), answers: decliningAnswers },
  });
}
