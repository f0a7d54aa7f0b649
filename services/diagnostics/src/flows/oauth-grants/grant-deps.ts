import type { Egress } from '@assay/egress/egress';
import type { Logger } from '@assay/kit/log';
import type { Pool } from '@assay/kit/postgres/db';
import type { TunnelEgress } from '@assay/mcp/tunnel';

/** The dependencies of finding, renewing and revoking a grant. */
export interface GrantDeps {
  pool: Pool;
  log: Logger;
  egress: Egress;
  /** The egress to servers behind tunnels. */
  tunnels: TunnelEgress;
  /** Unseals the credentials of saved servers, and seals grants. */
  keyEncryptionKey: Buffer;
}
