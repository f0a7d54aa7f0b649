import type { Project } from '@assay/contract/documents/project';
import { notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit';
import { transaction, type Pool } from '@assay/kit/db';
import { onceWithKey, type Answered } from '@assay/kit/idempotency';
import { shareOrganization } from '../store/organizations.ts';
import { insertProject, type NewProject } from '../store/projects.ts';

/** Creates what `body` asks for, once per idempotency key. */
export function createProject(pool: Pool, project: NewProject, body: object, key: string | undefined): Promise<Answered<Project>> {
  return transaction(pool, (tx) => onceWithKey(tx, { key, target: {}, body }, async () => {
    if (!(await shareOrganization(tx, project.organizationId))) throw notFound('organization');
    const created = await insertProject(tx, project);
    await audit(tx, { target: { projectId: created.id }, after: created });
    return created;
  }));
}
