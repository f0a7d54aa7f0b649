import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { renameOrganization } from '../../actions/organizations/rename-organization.ts';
import type { Deps } from '../../deps.ts';

export const updateOrganization = ({ pool }: Deps) =>
  handle(operations.updateOrganization, async ({ userId }, { organizationId }, { name }) => {
    const organization = await renameOrganization(pool, organizationId, userId!, name);
    if (!organization) throw notFound('organization');
    return organization;
  });
