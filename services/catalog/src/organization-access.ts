import { forbidden, notFound } from '@assay/contract/problem';
import type { Caller } from '@assay/kit/caller';
import type { Db } from '@assay/kit/db';
import type { Viewer } from './store/budgets.ts';
import { findOrganizationRole } from './store/organizations.ts';

/** Who looks at the organization of a path, which looks like one that does not exist unless it is the key's own. */
export async function viewerOf(db: Db, { organizationId: own, userId }: Caller, organizationId: string): Promise<Viewer> {
  const role = own === organizationId ? await findOrganizationRole(db, organizationId, userId!) : undefined;
  if (role === undefined) throw notFound('organization');
  return { userId: userId!, administers: role !== 'member' };
}

/** Holds that the caller administers the organization of a path. */
export async function holdAdministrator(db: Db, caller: Caller, organizationId: string): Promise<void> {
  const { administers } = await viewerOf(db, caller, organizationId);
  if (!administers) throw forbidden('This needs an owner or admin of the organization.');
}
