import type { Egress } from '@assay/egress/egress';
import type { WakeUp } from '@assay/kit/concurrency/wake-up';
import type { Channel } from '@assay/kit/rpc/client';
import type { Cursors } from '@assay/kit/requests/cursor';
import type { Pool } from '@assay/kit/postgres/db';
import type { Logger } from '@assay/kit/log';
import type { Dialects } from '@assay/mcp/handshake/dialects';
import type { AccessTokens } from './flows/oauth-grants/access-tokens.ts';
import type { TunnelEgress } from '@assay/mcp/tunnel';

export interface Deps {
  pool: Pool;
  log: Logger;
  cursors: Cursors;
  catalog: Channel;
  /** Opens the credentials of saved servers, and seals what is granted for them. */
  keyEncryptionKey: Buffer;
  egress: Egress;
  /** The way to servers that dial in. */
  tunnels: TunnelEgress;
  dialects: Dialects;
  /** The access tokens of servers that were granted some. */
  tokens: AccessTokens;
  /** Wakes runners that wait for a job. */
  jobs: WakeUp;
  /** Wakes requests that wait for what a runner finds out; it stops later, so that they may hear of it while the process ends. */
  outcomes: WakeUp;
  /** Where browsers and clients reach the gateway. */
  publicUrl: string;
}
