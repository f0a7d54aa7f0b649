import { hash } from 'node:crypto';
import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { seal, unseal } from '@assay/kit/seal';
import type { OAuthClient } from '@assay/mcp/oauth/client';

/** What of a grant nobody may see. */
export interface GrantSecrets {
  accessToken?: string;
  refreshToken?: string;
  idToken?: string;
  /** To whom it was granted; the client that is saved with the server when absent. */
  client?: OAuthClient;
  /** What a client of the server's own was when it asked, so that a change of it is noticed. */
  settings?: string;
}

// Bound to the row: a sealed value that is copied to another server does not open there.
const contextOf = (serverId: string) => `grant:${serverId}`;

export const sealSecrets = (secrets: GrantSecrets, keyEncryptionKey: Buffer, serverId: string): Buffer => seal(Buffer.from(JSON.stringify(secrets)), keyEncryptionKey, contextOf(serverId));

export const openSecrets = ({ sealed, serverId }: { sealed: Buffer; serverId: string }, keyEncryptionKey: Buffer): GrantSecrets =>
  JSON.parse(unseal(sealed, keyEncryptionKey, contextOf(serverId)).toString()) as GrantSecrets;

/** The client that the owner of the server has registered and saved, if they have. */
export function savedClient({ id, clientId, sealedCredentials }: SavedServer, keyEncryptionKey: Buffer): OAuthClient | undefined {
  if (clientId === '') return undefined;
  const { clientSecret } = sealedCredentials.length > 0
    ? JSON.parse(unseal(sealedCredentials, keyEncryptionKey, `server:${id}`).toString()) as { clientSecret?: string } : {};
  return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
}

/** Tells tokens apart without showing them. */
export const tokenHash = (token: string): Buffer => hash('sha256', token, 'buffer');
