import { includes } from '@assay/contract/access';
import type { Caller } from '@assay/kit/security/caller';
import type { Viewer } from '../../store/budgets/budgets.ts';

/** Who looks at an organization that they were let into. */
export const viewerOf = ({ userId, organizationRole }: Caller): Viewer => ({
  userId: userId!,
  administers: includes(organizationRole, 'admin'),
});
