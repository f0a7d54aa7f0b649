import { listOrganizations as operation } from '@assay/contract/operations/catalog';
import { handle } from '@assay/kit/handle';
import type { Deps } from '../deps.ts';
import { findOrganization } from '../store/organizations.ts';

export const listOrganizations = ({ pool }: Deps) =>
  handle(operation, async ({ organizationId, userId }) => {
    const organization = await findOrganization(pool, organizationId!, userId!);
    return { items: organization ? [organization] : [] };
  });
