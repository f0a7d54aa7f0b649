import type { WakeUp } from '@assay/kit/concurrency/wake-up';
import type { Channel } from '@assay/kit/rpc/client';
import type { Cursors } from '@assay/kit/requests/cursor';
import type { Dialects } from '@assay/mcp/handshake/dialects';
import type { AccessTokens } from './flows/oauth-grants/access-tokens.ts';
import type { GrantDeps } from './flows/oauth-grants/grant-deps.ts';

export interface Deps extends GrantDeps {
  cursors: Cursors;
  catalog: Channel;
  dialects: Dialects;
  /** The access tokens of servers that were granted some. */
  tokens: AccessTokens;
  /** Wakes runners that wait for work. */
  work: WakeUp;
  /** Wakes requests that wait for what a runner finds out; it stops later, so that they may hear of it while the process ends. */
  outcomes: WakeUp;
  /** Where browsers and clients reach the gateway. */
  publicUrl: string;
}
