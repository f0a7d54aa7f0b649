import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listProjectMembers as find } from '../../store/members/project-members.ts';

export const listProjectMembers = ({ pool, cursors }: Deps) =>
  handle(operations.listProjectMembers, (_caller, { projectId }, query) =>
    pageOfList(operations.listProjectMembers, cursors, query, {
      name: `members of ${projectId}`,
      find: (after: [string] | undefined, limit) => find(pool, projectId, { after: after?.[0], limit }),
      positionOf: ({ userId }) => [userId],
    }),
  );
