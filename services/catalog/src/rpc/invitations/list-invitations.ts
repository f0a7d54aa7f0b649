import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listInvitations as find } from '../../store/invitations/invitations.ts';

export const listInvitations = ({ pool, cursors }: Deps) =>
  handle(operations.listInvitations, (_caller, { organizationId }, query) =>
    pageOfList(operations.listInvitations, cursors, query, {
      name: `invitations of ${organizationId}`,
      find: (after: [string] | undefined, limit) => find(pool, organizationId, after?.[0], limit),
      positionOf: ({ id }) => [id],
    }),
  );
