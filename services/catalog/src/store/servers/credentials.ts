import { createHmac } from 'node:crypto';
import { requestHash } from '@assay/kit/requests/idempotency';
import { seal, unseal } from '@assay/kit/security/seal';
import type { Credentials } from '../../domain/servers/server-config.ts';

// Bound to the row: a sealed value that is copied to another server does not open there.
const contextOf = (serverId: string) => `server:${serverId}`;

/** Undefined when there is nothing to hide. */
export const sealCredentials = (
  credentials: Credentials,
  keyEncryptionKey: Buffer,
  serverId: string,
): Buffer | undefined =>
  Object.keys(credentials).length > 0
    ? seal(Buffer.from(JSON.stringify(credentials)), keyEncryptionKey, contextOf(serverId))
    : undefined;

export const openCredentials = (sealed: Buffer | undefined, keyEncryptionKey: Buffer, serverId: string): Credentials =>
  sealed ? (JSON.parse(unseal(sealed, keyEncryptionKey, contextOf(serverId)).toString()) as Credentials) : {};

/** What tells credentials from others and, without the key, nothing of what they are: not even whether a guess is right. */
export const credentialsMark = (credentials: Credentials, keyEncryptionKey: Buffer): string =>
  createHmac('sha256', keyEncryptionKey)
    .update(`credentials of a request ${requestHash(credentials)}`)
    .digest('base64url');
