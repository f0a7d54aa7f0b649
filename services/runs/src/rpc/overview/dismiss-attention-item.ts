import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { dismissItem } from '../../actions/overview/dismiss-item.ts';
import type { Deps } from '../../deps.ts';

export const dismissAttentionItem = ({ pool }: Deps) =>
  handle(operations.dismissAttentionItem, async ({ userId }, { projectId, itemId }) => {
    await dismissItem(pool, { projectId, itemId, userId });
    return { itemId, dismissed: true };
  });
