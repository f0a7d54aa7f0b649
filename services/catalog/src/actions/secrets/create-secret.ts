import type { Role } from '@assay/contract/access';
import type { CreateSecret, Secret } from '@assay/contract/areas/secrets/documents';
import { conflict, notFound } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool } from '@assay/kit/postgres/db';
import { onceWithKey, type FirstReply } from '@assay/kit/requests/idempotency';
import { nameTaken } from '../../domain/refusals.ts';
import { claimProject } from '../../store/projects/projects.ts';
import { sealSecretValue } from '../../store/secrets/secret-value.ts';
import { countSecrets, insertSecret } from '../../store/secrets/secrets.ts';
import { credentialsMark } from '../../store/servers/credentials.ts';

/** At most 500 secrets in a project. */
export const MAX_SECRETS = 500;

/** A secret's ids, the organization and the caller's role in the project, and the key that seals its value. */
export interface SecretTarget {
  id: string;
  projectId: string;
  organizationId: string;
  role: Role;
  keyEncryptionKey: Buffer;
}

/**
 * Saves a new secret, once per idempotency key. NOT_FOUND when there is no such project, CONFLICT when the project has
 * a secret of that name, or `MAX_SECRETS`.
 */
export function createSecret(
  pool: Pool,
  { id, projectId, organizationId, role, keyEncryptionKey }: SecretTarget,
  { name, description, value }: CreateSecret,
  key: string | undefined,
): Promise<FirstReply<Secret>> {
  const body = { name, description, value: credentialsMark({ value }, keyEncryptionKey) };
  return transaction(pool, (tx) =>
    onceWithKey(tx, { key, target: { projectId }, body }, async () => {
      // Locked, so that secrets of the project are counted one after the other.
      if (!(await claimProject(tx, organizationId, projectId, role))) throw notFound('project');
      const currentValue = await countSecrets(tx, projectId);
      if (currentValue >= MAX_SECRETS)
        throw conflict(`The project has ${currentValue} secrets; delete one that no server uses.`, {
          limit: 'secrets',
          allowedValue: MAX_SECRETS,
          currentValue,
        });
      const sealedValue = sealSecretValue(value, keyEncryptionKey, id);
      const after = await insertSecret(tx, { id, projectId, name, description, sealedValue });
      if (!after) throw nameTaken(name, 'secret');
      await audit(tx, { target: { secretId: id }, after });
      return after;
    }),
  );
}
