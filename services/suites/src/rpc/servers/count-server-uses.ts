import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { countOf, serverUses } from '../../flows/servers/server-uses.ts';

export const countServerUses = (deps: Deps) =>
  handle(operations.countServerUses, async (_caller, { projectId }) => ({
    items: [...(await serverUses(deps, projectId))].map(([serverId, uses]) => ({ serverId, count: countOf(uses) })),
  }));
