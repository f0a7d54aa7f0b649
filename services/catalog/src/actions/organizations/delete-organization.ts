import { conflict } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { insertPurge } from '@assay/kit/postgres/purge';
import {
  disbandOrganization,
  hasOrganizations,
  hideOrganization,
  lockOrganizations,
} from '../../store/organizations/organizations.ts';
import { deleteGrantsIn } from '../../store/grants/grants.ts';
import { listProjectIds } from '../../store/projects/projects.ts';
import { moveSessionsFrom } from '../../store/sessions/sessions.ts';
import { closeProjects } from '../projects/close-projects.ts';

/**
 * Deletes the organization with all of its projects: they are hidden at once, and the purge removes the rows. False
 * when there is no such organization. The last organization of an installation is not deleted: without one, no further
 * organization could be created.
 */
export async function deleteOrganization(pool: Pool, organizationId: string): Promise<boolean> {
  return transaction(pool, async (tx) => {
    await lockOrganizations(tx);
    const name = await hideOrganization(tx, organizationId);
    if (name === undefined) return false;
    if (!(await hasOrganizations(tx)))
      throw conflict('The only organization of an installation cannot be deleted: create another one first.');
    await closeProjects(tx, organizationId, await listProjectIds(tx, organizationId));
    await disbandOrganization(tx, organizationId);
    await deleteGrantsIn(tx, organizationId);
    await moveSessionsFrom(tx, organizationId);
    await insertPurge(tx, 'organization', organizationId);
    await audit(tx, { organizationId, before: { id: organizationId, name } });
    return true;
  });
}
