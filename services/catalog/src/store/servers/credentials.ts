import { createHmac, createSecretKey } from 'node:crypto';
import { requestHash } from '@assay/kit/requests/idempotency';
import { seal, sealingKey, unseal } from '@assay/kit/security/seal';
import type { FilledCredentials } from '../../domain/servers/secret-references.ts';

// The context binds sealed credentials to their row: a copy in another row cannot be unsealed.
const contextOf = (serverId: string) => `server:${serverId}`;

/** Undefined when there are no credentials. */
export const sealCredentials = (
  credentials: FilledCredentials,
  keyEncryptionKey: Buffer,
  serverId: string,
): Buffer | undefined =>
  Object.keys(credentials).length > 0
    ? seal(Buffer.from(JSON.stringify(credentials)), keyEncryptionKey, contextOf(serverId))
    : undefined;

export const openCredentials = (
  sealed: Buffer | undefined,
  keyEncryptionKey: Buffer,
  serverId: string,
): FilledCredentials =>
  sealed ? (JSON.parse(unseal(sealed, keyEncryptionKey, contextOf(serverId)).toString()) as FilledCredentials) : {};

/** A keyed hash that distinguishes credentials. Without the key it reveals nothing, and a guess cannot be confirmed. */
export const credentialsMark = (credentials: object, keyEncryptionKey: Buffer): string =>
  createHmac('sha256', createSecretKey(sealingKey(keyEncryptionKey)))
    .update(`credentials of a request ${requestHash(credentials)}`)
    .digest('base64url');
