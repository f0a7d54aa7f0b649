import type { RunnerToken } from '@assay/contract/documents/runner-token';
import { transaction, type Pool } from '@assay/kit/db';
import { hasProject } from '../store/projects.ts';
import { insertRunnerToken, type NewRunnerToken } from '../store/runner-tokens.ts';

/** Writes a token down. Says so when it would work for a project that the organization does not have. */
export async function createRunnerToken(pool: Pool, token: NewRunnerToken): Promise<RunnerToken | 'no project'> {
  return transaction(pool, async (tx) => {
    if (token.projectId !== undefined && !(await hasProject(tx, token.organizationId, token.projectId))) return 'no project';
    return insertRunnerToken(tx, token);
  });
}
