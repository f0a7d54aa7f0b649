import { includes } from '@assay/contract/access';
import type { RunnerToken } from '@assay/contract/areas/runner-tokens/documents';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { claimRole } from '../../store/members/memberships.ts';
import { shareOrganization } from '../../store/organizations/organizations.ts';
import { shareProject } from '../../store/projects/projects.ts';
import { insertRunnerToken, type NewRunnerToken } from '../../store/runner-tokens/runner-tokens.ts';

/** Writes a token down. Says so when whoever makes it has stopped being an admin, its organization is gone, or does not have the project that it would work for. */
export async function createRunnerToken(
  pool: Pool,
  token: NewRunnerToken,
): Promise<RunnerToken | 'no organization' | 'no project' | 'not allowed'> {
  return transaction(pool, async (tx) => {
    if (!(await shareOrganization(tx, token.organizationId))) return 'no organization';
    if (!includes(await claimRole(tx, token.organizationId, token.createdBy), 'admin')) return 'not allowed';
    if (token.projectId !== undefined && !(await shareProject(tx, token.organizationId, token.projectId)))
      return 'no project';
    const created = await insertRunnerToken(tx, token);
    await audit(tx, { target: { tokenId: created.id }, after: created });
    return created;
  });
}
