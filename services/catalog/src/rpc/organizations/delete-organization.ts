import { operations } from '@assay/contract/operations';
import { notFound } from '@assay/contract/problem';
import { handle } from '@assay/kit/rpc/handle';
import { deleteOrganization as remove } from '../../actions/organizations/delete-organization.ts';
import type { Deps } from '../../deps.ts';

export const deleteOrganization = ({ pool }: Deps) =>
  handle(operations.deleteOrganization, async (_caller, { organizationId }) => {
    if (!(await remove(pool, organizationId))) throw notFound('organization');
    return { id: organizationId, deleted: true as const };
  });
