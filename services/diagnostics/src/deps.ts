import type { Channel } from '@assay/kit/client';
import type { Dialects } from '@assay/mcp/dialects';

export interface Deps {
  catalog: Channel;
  /** Opens the credentials of saved servers. */
  keyEncryptionKey: Buffer;
  dialects: Dialects;
}
