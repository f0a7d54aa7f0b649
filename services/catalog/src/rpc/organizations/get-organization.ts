import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findOrganization } from '../../store/organizations/organizations.ts';

export const getOrganization = ({ pool }: Deps) =>
  handle(operations.getOrganization, async ({ userId }, { organizationId }) => {
    const organization = await findOrganization(pool, organizationId, userId!);
    if (!organization) throw notFound('organization');
    return organization;
  });
