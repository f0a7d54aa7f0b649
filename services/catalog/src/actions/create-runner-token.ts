import type { RunnerToken } from '@assay/contract/documents/runner-token';
import { audit } from '@assay/kit/audit';
import { transaction, type Pool } from '@assay/kit/db';
import { shareOrganization } from '../store/organizations.ts';
import { shareProject } from '../store/projects.ts';
import { insertRunnerToken, type NewRunnerToken } from '../store/runner-tokens.ts';

/** Writes a token down. Says so when its organization is gone, or does not have the project that it would work for. */
export async function createRunnerToken(pool: Pool, token: NewRunnerToken): Promise<RunnerToken | 'no organization' | 'no project'> {
  return transaction(pool, async (tx) => {
    if (!(await shareOrganization(tx, token.organizationId))) return 'no organization';
    if (token.projectId !== undefined && !(await shareProject(tx, token.organizationId, token.projectId))) return 'no project';
    const created = await insertRunnerToken(tx, token);
    await audit(tx, { target: { tokenId: created.id }, after: created });
    return created;
  });
}
