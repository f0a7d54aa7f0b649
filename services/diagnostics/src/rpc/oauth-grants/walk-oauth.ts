import type { OAuthWalk } from '@assay/contract/areas/oauth-grants/walk';
import { operations } from '@assay/contract/operations';
import { Problem } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { askWithoutToken } from '@assay/mcp/oauth/ask-without-token';
import { publicUrl } from '@assay/mcp/target';
import type { Deps } from '../../deps.ts';
import { judgeClients, judgeSteps, walkStatus } from '../../domain/oauth-walk/judge-walk.ts';
import { isReachedFromHere, subjectOf } from '../../flows/inspections/inspect-server.ts';
import { gatherWalk } from '../../flows/oauth-grants/walk-evidence.ts';
import { findGrant } from '../../store/oauth-grants/oauth-grants.ts';
import { findServer } from '../../flows/servers/find-server.ts';

export const walkOAuth = (deps: Deps) =>
  handle(operations.walkOAuth, async (_caller, address, { as = 'parent', revision = '2025-11-25' }) => {
    const server = await findServer(deps, address);
    if (!isReachedFromHere(server))
      throw new Problem('FEATURE_NOT_SUPPORTED', `Only a runner reaches server "${server.name}".`, {
        serverId: server.id,
      });
    const startedAt = performance.now();
    const { target } = subjectOf(deps, server);
    const walk = { as, revision, serverUrl: publicUrl(target), checkedAt: Date.now() };
    const [challenge, grant] = await Promise.all([askWithoutToken(target), findGrant(deps.pool, server.id)]);
    const hasGrant = grant !== undefined;
    if (challenge.status !== 401) {
      const status: OAuthWalk['status'] = challenge.status === undefined ? 'unreachable' : 'open';
      const durationMs = performance.now() - startedAt;
      return { ...walk, status, durationMs, failedStep: null, steps: [], clients: [], scopesOffered: [], hasGrant };
    }
    const seen = await gatherWalk(deps, server, challenge, revision === '2025-03-26');
    const steps = judgeSteps(seen, { as, revision });
    return {
      ...walk,
      ...walkStatus(steps, seen),
      durationMs: performance.now() - startedAt,
      steps,
      clients: judgeClients(seen, { revision }),
      scopesOffered: seen.scopesOffered,
      hasGrant,
    };
  });
