import type { SavedServer } from '@assay/contract/gen/assay/v1/catalog';
import { seal, unseal } from '@assay/kit/security/seal';
import type { GrantRow } from './oauth-grants.ts';

/** Who an authorization server granted something to, as RFC 7591 names its fields. */
export interface GrantClient {
  client_id: string;
  client_secret?: string | undefined;
}

/** What of a grant nobody may see. */
export interface GrantSecrets {
  accessToken?: string;
  refreshToken?: string;
  idToken?: string;
  /** To whom it was granted; the client that is saved with the server when absent. */
  client?: GrantClient;
  /** Whoever imported it says where tokens are asked for: a secret that is saved with the server is not for there. */
  isNamed?: true;
  /** What a client of the server's own was when it asked, so that a change of it is noticed. */
  settings?: string;
}

// Bound to the row: a sealed value that is copied to another server does not open there.
const contextOf = (serverId: string) => `grant:${serverId}`;

export const sealSecrets = (secrets: GrantSecrets, keyEncryptionKey: Buffer, serverId: string): Buffer =>
  seal(Buffer.from(JSON.stringify(secrets)), keyEncryptionKey, contextOf(serverId));

export const openSecrets = (
  { sealed, serverId }: { sealed: Buffer; serverId: string },
  keyEncryptionKey: Buffer,
): GrantSecrets => JSON.parse(unseal(sealed, keyEncryptionKey, contextOf(serverId)).toString()) as GrantSecrets;

/** The client that the owner of the server has registered and saved, if they have. */
export function savedClient(
  { id, clientId, sealedCredentials }: SavedServer,
  keyEncryptionKey: Buffer,
): GrantClient | undefined {
  if (clientId === '') return undefined;
  const { clientSecret } =
    sealedCredentials.length > 0
      ? (JSON.parse(unseal(sealedCredentials, keyEncryptionKey, `server:${id}`).toString()) as {
          clientSecret?: string;
        })
      : {};
  return { client_id: clientId, ...(clientSecret !== undefined && { client_secret: clientSecret }) };
}

/** Who asks for the next token of a person's grant. */
export function clientOf(
  server: SavedServer,
  { client, isNamed }: GrantSecrets,
  keyEncryptionKey: Buffer,
): GrantClient | undefined {
  if (client || !isNamed) return client ?? savedClient(server, keyEncryptionKey);
  return server.clientId === '' ? undefined : { client_id: server.clientId };
}

/** Whether the server is still where its grant was given. */
export const isAtHome = ({ url }: SavedServer, { serverUrl }: Pick<GrantRow, 'serverUrl'>): boolean =>
  URL.parse(url)?.origin === URL.parse(serverUrl)?.origin;
