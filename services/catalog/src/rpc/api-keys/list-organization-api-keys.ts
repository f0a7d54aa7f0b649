import { operations } from '@assay/contract/operations';
import { pageOfList } from '@assay/kit/requests/cursor';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { listOrganizationKeys } from '../../store/api-keys/api-keys.ts';

export const listOrganizationApiKeys = ({ pool, cursors }: Deps) =>
  handle(operations.listOrganizationApiKeys, (_caller, { organizationId }, query) =>
    pageOfList(operations.listOrganizationApiKeys, cursors, query, {
      name: `API keys in ${organizationId}`,
      find: (after: [string] | undefined, limit) => listOrganizationKeys(pool, organizationId, after?.[0], limit),
      positionOf: ({ id }) => [id],
    }),
  );
