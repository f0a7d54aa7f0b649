import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findToolCall } from '../../store/tool-calls/tool-calls.ts';

export const getToolCall = ({ pool }: Deps) =>
  handle(operations.getToolCall, async ({ userId = '' }, { toolCallId, ...address }) => {
    const found = await findToolCall(pool, { ...address, userId }, toolCallId);
    if (!found) throw notFound('tool call');
    return found;
  });
