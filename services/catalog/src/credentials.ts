import { seal, unseal } from '@assay/kit/seal';
import type { Credentials } from './domain/server-config.ts';

// Bound to the row: a sealed value that is copied to another server does not open there.
const contextOf = (serverId: string) => `server:${serverId}`;

/** Undefined when there is nothing to hide. */
export const sealCredentials = (credentials: Credentials, keyEncryptionKey: Buffer, serverId: string): Buffer | undefined =>
  Object.keys(credentials).length > 0 ? seal(Buffer.from(JSON.stringify(credentials)), keyEncryptionKey, contextOf(serverId)) : undefined;

export const openCredentials = (sealed: Buffer | undefined, keyEncryptionKey: Buffer, serverId: string): Credentials =>
  sealed ? JSON.parse(unseal(sealed, keyEncryptionKey, contextOf(serverId)).toString()) as Credentials : {};
