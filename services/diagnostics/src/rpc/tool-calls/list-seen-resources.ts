import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findServer } from '../../flows/servers/find-server.ts';
import { listSeenLinks } from '../../store/tool-calls/tool-calls.ts';

const MAX_LINKS = 500;

export const listSeenResources = (deps: Deps) =>
  handle(operations.listSeenResources, async ({ userId = '' }, address) => {
    await findServer(deps, address);
    return { items: await listSeenLinks(deps.pool, { ...address, userId }, MAX_LINKS) };
  });
