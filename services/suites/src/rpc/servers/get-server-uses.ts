import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { countOf, serverUses } from '../../flows/servers/server-uses.ts';

export const getServerUses = (deps: Deps) =>
  handle(operations.getServerUses, async (_caller, { projectId, serverId }) => {
    const uses = (await serverUses(deps, projectId, serverId)).get(serverId) ?? [];
    return { serverId, count: countOf(uses), uses };
  });
