import { randomInt } from 'node:crypto';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { newId } from '@assay/kit/id';
import { newApiKey } from '../../domain/api-keys/api-key.ts';
import { canonicalEmail } from '../../domain/account/email.ts';
import { insertKey } from '../../store/api-keys/api-keys.ts';
import { saveFirstOrganization } from '../../store/organizations/installation.ts';
import { insertOrganization, isSeeded, lockOrganizations } from '../../store/organizations/organizations.ts';
import { insertProject } from '../../store/projects/projects.ts';
import { insertUser } from '../../store/account/users.ts';
import { storedKey } from '../../domain/api-keys/stored-key.ts';

export interface NewInstallation {
  ownerEmail: string;
  /** Absent when the owner signs in through single sign-on. */
  passwordHash?: string | undefined;
  organization: string;
  project: string;
  /** Random when absent. */
  apiKey?: string | undefined;
}

/** The objects that the first start created. The key is in plain text here, and nowhere else. */
export interface SeededInstallation {
  organizationId: string;
  projectId: string;
  apiKey: string;
  ownerEmail: string;
}

/**
 * Gives an empty installation its first organization, with an owner, a project and an API key. Answers undefined and
 * changes nothing when the installation has, or had, an organization or a user. When several processes start at once,
 * one of them seeds.
 */
export async function seedOrganization(
  pool: Pool,
  { organization, project, ownerEmail, passwordHash, apiKey }: NewInstallation,
): Promise<SeededInstallation | undefined> {
  return transaction(pool, async (tx) => {
    await lockOrganizations(tx);
    if (await isSeeded(tx)) return undefined;
    const email = canonicalEmail(ownerEmail);
    const [userId, organizationId, projectId] = [newId('usr'), newId('org'), newId('prj')];
    const key = apiKey ?? newApiKey(randomInt);
    await insertUser(tx, {
      id: userId,
      email,
      name: ownerEmail.split('@')[0]!,
      passwordHash,
      addressProven: true,
    });
    await insertOrganization(tx, { id: organizationId, name: organization, ownerId: userId });
    await saveFirstOrganization(tx, organizationId);
    await insertProject(tx, {
      id: projectId,
      organizationId,
      creatorId: userId,
      name: project,
      visibility: 'public',
      body: {},
    });
    await insertKey(tx, {
      id: newId('key'),
      organizationId,
      userId,
      name: 'First key',
      ...storedKey(key),
    });
    return {
      organizationId,
      projectId,
      apiKey: key,
      ownerEmail: email,
    };
  });
}
