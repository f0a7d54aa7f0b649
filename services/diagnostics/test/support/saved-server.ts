import { messageOf } from '@assay/testkit/message-of';
import { SavedServer } from '@assay/mesh/gen/assay/v1/catalog';
import { seal } from '@assay/kit/security/seal';

export type Saving = Partial<SavedServer> & { credentials?: object };

/** A saved server as catalog returns it. */
export const savedServer = (
  saving: Saving & { id: string; projectId: string; url: string },
  keyEncryptionKey: Buffer,
): SavedServer => {
  const { credentials, ...server } = saving;
  const sealedCredentials = credentials
    ? seal(Buffer.from(JSON.stringify(credentials)), keyEncryptionKey, `server:${server.id}`)
    : Buffer.alloc(0);
  return messageOf(SavedServer, { name: 'Printer', enabled: true, transport: 'http', sealedCredentials, ...server });
};
