import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findOrganization, listOrganizations as find } from '../../store/organizations/organizations.ts';

export const listOrganizations = ({ pool, cursors }: Deps) =>
  handle(operations.listOrganizations, ({ organizationId, userId, sessionId }, _target, query) =>
    pageOfList(operations.listOrganizations, cursors, query, {
      name: `organizations of ${userId}`,
      find: async (after: [string] | undefined, limit) => {
        if (sessionId !== undefined) return find(pool, userId!, after?.[0], limit);
        const organization = await findOrganization(pool, organizationId!, userId!);
        return organization ? [organization] : [];
      },
      positionOf: ({ id }) => [id],
    }),
  );
