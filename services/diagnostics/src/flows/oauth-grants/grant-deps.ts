import type { Egress } from '@assay/egress/egress';
import type { Logger } from '@assay/kit/log';
import type { Pool } from '@assay/kit/postgres/db';
import type { TunnelEgress } from '@assay/mcp/tunnel';

/** What finding, renewing and revoking a grant needs. */
export interface GrantDeps {
  pool: Pool;
  log: Logger;
  egress: Egress;
  /** The way to servers that dial in. */
  tunnels: TunnelEgress;
  /** Opens the credentials of saved servers, and seals what is granted for them. */
  keyEncryptionKey: Buffer;
}
