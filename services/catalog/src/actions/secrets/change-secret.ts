import type { Secret, UpdateSecret } from '@assay/contract/areas/secrets/documents';
import { faultProblem } from '@assay/contract/fault';
import { conflict } from '@assay/contract/problem';
import { audit } from '@assay/kit/audit/audit';
import { transaction, type Pool, type Tx } from '@assay/kit/postgres/db';
import {
  filledCredentials,
  referenceFault,
  writtenCredentials,
  type SecretValues,
} from '../../domain/servers/secret-references.ts';
import { sealSecretValue } from '../../store/secrets/secret-value.ts';
import { claimSecret, replaceSecret } from '../../store/secrets/secrets.ts';
import { openCredentials, sealCredentials } from '../../store/servers/credentials.ts';
import { claimServersWithSecret, replaceCredentials, type ServerWithSecret } from '../../store/servers/servers.ts';
import type { SecretTarget } from './create-secret.ts';

/**
 * Changes a secret, and fills a new value into the servers that use it. A change without an effect writes nothing.
 * Undefined when the project has no such secret. @throws CONFLICT when `expectedRevision` is another one,
 * VALIDATION_ERROR when a header that refers to the secret cannot hold the value.
 */
export async function changeSecret(
  pool: Pool,
  { id, projectId, keyEncryptionKey }: Pick<SecretTarget, 'id' | 'projectId' | 'keyEncryptionKey'>,
  { name, description, value, expectedRevision }: UpdateSecret,
): Promise<Secret | undefined> {
  return transaction(pool, async (tx) => {
    const before = await claimSecret(tx, projectId, id);
    if (!before) return undefined;
    if (expectedRevision !== undefined && expectedRevision !== before.revision)
      throw conflict('The secret changed since it was read.', { expectedRevision, currentRevision: before.revision });
    const next = {
      id,
      projectId,
      name: name ?? before.name,
      description: description === undefined ? before.description : (description ?? undefined),
    };
    const isSame = next.name === before.name && next.description === before.description;
    if (isSame && value === undefined) {
      await audit(tx);
      return before;
    }
    const sealedValue = value === undefined ? undefined : sealSecretValue(value, keyEncryptionKey, id);
    const after = await replaceSecret(tx, { ...next, sealedValue });
    if (value !== undefined) await fillServers(tx, projectId, { [id]: value }, keyEncryptionKey);
    await audit(tx, { target: { secretId: id }, before, after, isSecret: value !== undefined });
    return after;
  });
}

async function fillServers(tx: Tx, projectId: string, rotated: SecretValues, keyEncryptionKey: Buffer): Promise<void> {
  const [secretId] = Object.keys(rotated);
  const servers = await claimServersWithSecret(tx, projectId, secretId!);
  await replaceCredentials(
    tx,
    projectId,
    servers.map((server) => ({ id: server.id, credentials: refilled(server, rotated, keyEncryptionKey) })),
  );
}

/** The sealed credentials of a server with the new value of a secret. */
function refilled({ id, name, credentials, references }: ServerWithSecret, rotated: SecretValues, key: Buffer): Buffer {
  const filled = openCredentials(credentials, key, id);
  const values = { ...filled.secrets, ...rotated };
  const fault = referenceFault(references, values);
  if (fault)
    throw faultProblem({
      path: '/value',
      message: `does not fit the server "${name}": ${fault.path} ${fault.message}`,
    });
  return sealCredentials(filledCredentials(writtenCredentials(filled, references), values), key, id)!;
}
