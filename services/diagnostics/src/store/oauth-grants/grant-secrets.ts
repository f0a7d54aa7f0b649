import { given } from '@assay/contract/given';
import type { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { seal, unseal } from '@assay/kit/security/seal';
import type { GrantRow } from './oauth-grants.ts';

/** An OAuth client, with the field names of RFC 7591. */
export interface GrantClient {
  client_id: string;
  client_secret?: string | undefined;
}

/** The secrets of a grant, sealed in its row. */
export interface GrantSecrets {
  accessToken?: string;
  refreshToken?: string;
  idToken?: string;
  /** The client of the grant; the client that is saved with the server when absent. */
  client?: GrantClient;
  /** The importer named the authorization server: the secret that is saved with the server must not be sent there. */
  isNamed?: true;
  /** A hash of the settings under which the token was requested, so that a change of them is noticed. */
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

/** The client that is saved with the server, if any. */
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
  return { client_id: clientId, ...given({ client_secret: clientSecret }) };
}

/** The client that renews a person's grant. */
export function clientOf(
  server: SavedServer,
  { client, isNamed }: GrantSecrets,
  keyEncryptionKey: Buffer,
): GrantClient | undefined {
  if (client || !isNamed) return client ?? savedClient(server, keyEncryptionKey);
  return server.clientId === '' ? undefined : { client_id: server.clientId };
}

/** Whether the server still has the origin of its grant. */
export const isAtHome = ({ url }: SavedServer, { serverUrl }: Pick<GrantRow, 'serverUrl'>): boolean =>
  URL.parse(url)?.origin === URL.parse(serverUrl)?.origin;
