import { roleIncludes } from '@assay/contract/access';
import type { Project } from '@assay/contract/areas/projects/documents';
import { forbidden, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { onceWithKey, type FirstReply } from '@assay/kit/requests/idempotency';
import { claimRole } from '../../store/members/memberships.ts';
import { shareOrganization } from '../../store/organizations/organizations.ts';
import { insertProject, type NewProject } from '../../store/projects/projects.ts';

/** Creates a project, once per idempotency key. The creator must be a member at the time of the write. */
export function createProject(
  pool: Pool,
  project: NewProject,
  body: object,
  key: string | undefined,
): Promise<FirstReply<Project>> {
  return transaction(pool, (tx) =>
    onceWithKey(tx, { key, target: {}, body }, async () => {
      if (!(await shareOrganization(tx, project.organizationId))) throw notFound('organization');
      const role = await claimRole(tx, project.organizationId, project.creatorId);
      if (role === undefined) throw notFound('organization');
      if (!roleIncludes(role, 'member')) throw forbidden('This needs the member role in the organization.');
      const created = await insertProject(tx, project);
      await audit(tx, { organizationId: created.organizationId, target: { projectId: created.id }, after: created });
      return created;
    }),
  );
}
