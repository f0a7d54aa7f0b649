import { getOrganization as operation } from '@assay/contract/operations/organizations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import type { Deps } from '../../deps.ts';
import { findOrganization } from '../../store/organizations/organizations.ts';

export const getOrganization = ({ pool }: Deps) =>
  handle(operation, async ({ userId }, { organizationId }) => {
    const organization = await findOrganization(pool, organizationId, userId!);
    if (!organization) throw notFound('organization');
    return organization;
  });
