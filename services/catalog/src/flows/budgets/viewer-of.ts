import { roleIncludes } from '@assay/contract/access';
import type { Caller } from '@assay/kit/security/caller';
import type { BudgetViewer } from '../../store/budgets/budgets.ts';

/** The view of a caller on the organization that they were authorized for. */
export const viewerOf = ({ userId, organizationRole }: Caller): BudgetViewer => ({
  userId: userId!,
  administers: roleIncludes(organizationRole, 'admin'),
});
