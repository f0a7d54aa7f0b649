import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listMembers as find } from '../../store/members/memberships.ts';

export const listMembers = ({ pool, cursors }: Deps) =>
  handle(operations.listMembers, (_caller, { organizationId }, query) =>
    pageOfList(operations.listMembers, cursors, query, {
      name: `members of ${organizationId}`,
      find: (after: [string] | undefined, limit) => find(pool, organizationId, after?.[0], limit),
      positionOf: ({ userId }) => [userId],
    }),
  );
