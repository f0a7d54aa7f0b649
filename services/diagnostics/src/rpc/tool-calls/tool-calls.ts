import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findServer } from '../../flows/servers/find-server.ts';
import { findToolCall, listSeenLinks, listSeenProperties } from '../../store/tool-calls/tool-calls.ts';

const [MAX_LINKS, MAX_VALUES] = [500, 100];

export const getToolCall = ({ pool }: Deps) =>
  handle(operations.getToolCall, async ({ userId = '' }, { toolCallId, ...address }) => {
    const found = await findToolCall(pool, { ...address, userId }, toolCallId);
    if (!found) throw notFound('tool call');
    return found;
  });

export const listSeenResources = (deps: Deps) =>
  handle(operations.listSeenResources, async ({ userId = '' }, address) => {
    await findServer(deps, address);
    return { items: await listSeenLinks(deps.pool, { ...address, userId }, MAX_LINKS) };
  });

export const listSeenValues = (deps: Deps) =>
  handle(operations.listSeenValues, async ({ userId = '' }, address, { name }) => {
    await findServer(deps, address);
    return { items: await listSeenProperties(deps.pool, { ...address, userId }, name, MAX_VALUES) };
  });
