import { randomBytes } from 'node:crypto';
import { transaction, type Pool } from '@assay/kit/db';
import { newId } from '@assay/kit/id';
import { apiKeyOf, storedKey } from '../domain/api-key.ts';
import { hashPassword } from '../domain/password.ts';
import { insertKey } from '../store/api-keys.ts';
import { hasOrganizations, insertOrganization } from '../store/organizations.ts';
import { insertProject } from '../store/projects.ts';
import { insertUser } from '../store/users.ts';

export interface Seed {
  organization: string;
  project: string;
  ownerEmail: string;
  ownerPassword?: string | undefined;
  /** Made at random when absent. */
  apiKey?: string | undefined;
}

/** What an empty installation was given. The key is in plain, and this is the only time that it is. */
export interface Seeded { organizationId: string; projectId: string; apiKey: string }

/**
 * Gives an empty installation its first organization, with an owner, a project and an API key. Does nothing, and answers
 * undefined, where there is an organization already; of several processes that start at once, one seeds.
 */
export async function seed(pool: Pool, { organization, project, ownerEmail, ownerPassword, apiKey }: Seed): Promise<Seeded | undefined> {
  if (await hasOrganizations(pool)) return undefined;
  const passwordHash = ownerPassword === undefined ? undefined : await hashPassword(ownerPassword, randomBytes(16));
  return transaction(pool, async (tx) => {
    await tx.query(`select pg_advisory_xact_lock('organizations'::regclass::bigint)`);
    if (await hasOrganizations(tx)) return undefined;
    const [userId, organizationId, projectId] = [newId('usr'), newId('org'), newId('prj')];
    const key = apiKey ?? apiKeyOf(randomBytes(32));
    await insertUser(tx, { id: userId, email: ownerEmail, name: ownerEmail.split('@')[0]!, passwordHash });
    await insertOrganization(tx, { id: organizationId, name: organization, ownerId: userId });
    await insertProject(tx, { id: projectId, organizationId, creatorId: userId, name: project, visibility: 'public', body: {} });
    await insertKey(tx, { id: newId('key'), organizationId, userId, name: 'First key', ...storedKey(key) });
    return { organizationId, projectId, apiKey: key };
  });
}
