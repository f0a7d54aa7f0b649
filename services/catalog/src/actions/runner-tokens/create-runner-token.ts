import { roleIncludes } from '@assay/contract/access';
import type { RunnerToken } from '@assay/contract/areas/runner-tokens/documents';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { claimRole } from '../../store/members/memberships.ts';
import { shareOrganization } from '../../store/organizations/organizations.ts';
import { shareProject } from '../../store/projects/projects.ts';
import { insertRunnerToken, type NewRunnerToken } from '../../store/runner-tokens/runner-tokens.ts';

/**
 * Inserts a runner token. Answers the reason when its maker is no longer an admin, the organization is gone, or the
 * organization does not have the token's project.
 */
export async function createRunnerToken(
  pool: Pool,
  token: NewRunnerToken,
): Promise<RunnerToken | 'no organization' | 'no project' | 'not allowed'> {
  return transaction(pool, async (tx) => {
    if (!(await shareOrganization(tx, token.organizationId))) return 'no organization';
    if (!roleIncludes(await claimRole(tx, token.organizationId, token.createdBy), 'admin')) return 'not allowed';
    if (token.projectId !== undefined && !(await shareProject(tx, token.organizationId, token.projectId)))
      return 'no project';
    const created = await insertRunnerToken(tx, token);
    await audit(tx, { target: { tokenId: created.id }, after: created });
    return created;
  });
}
