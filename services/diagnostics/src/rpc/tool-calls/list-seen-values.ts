import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findServer } from '../../flows/servers/find-server.ts';
import { listSeenProperties } from '../../store/tool-calls/tool-calls.ts';

const MAX_VALUES = 100;

export const listSeenValues = (deps: Deps) =>
  handle(operations.listSeenValues, async ({ userId = '' }, address, { name }) => {
    await findServer(deps, address);
    return { items: await listSeenProperties(deps.pool, { ...address, userId }, name, MAX_VALUES) };
  });
