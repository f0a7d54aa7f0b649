import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { undismissItem } from '../../actions/overview/dismiss-item.ts';
import type { Deps } from '../../deps.ts';

export const undismissAttentionItem = ({ pool }: Deps) =>
  handle(operations.undismissAttentionItem, async (_caller, { projectId, itemId }) => {
    await undismissItem(pool, projectId, itemId);
    return { itemId, dismissed: false };
  });
