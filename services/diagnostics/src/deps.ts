import type { AuditedEffects } from '@assay/kit/audit/audited-effects';
import type { ByteShares } from '@assay/kit/concurrency/byte-shares';
import type { WakeUp } from '@assay/kit/concurrency/wake-ups/wake-up';
import type { Channel } from '@assay/kit/rpc/client';
import type { Cursors } from '@assay/kit/requests/cursor';
import type { DialectCache } from '@assay/mcp/handshake/dialects';
import type { SessionCache } from '@assay/mcp/session-cache';
import type { LocalRunner } from '@assay/work/service/local-runner';
import type { AccessTokens } from './flows/oauth-grants/access-tokens.ts';
import type { GrantDeps } from './flows/oauth-grants/grant-deps.ts';

export interface Deps extends GrantDeps {
  cursors: Cursors;
  catalog: Channel;
  /** Tool calls, which the audit log tells of. */
  effects: AuditedEffects;
  dialects: DialectCache;
  /** Idle MCP sessions with servers, for the next question of the same caller. */
  sessions: SessionCache;
  /** The budget of this process for large answers of servers, with a share for each organization. */
  answerBytes: ByteShares;
  /** The access tokens of servers that have a grant. */
  tokens: AccessTokens;
  /** Wakes runners that wait for work items. */
  work: WakeUp;
  /**
   * Wakes requests that wait for the outcome of an inspection; it stops later than `work`, so that they can receive
   * outcomes during a shutdown.
   */
  outcomes: WakeUp;
  /** The public address of the gateway. */
  publicUrl: string;
  /** Whether the installation has runners with a browser. */
  browserRunners: boolean;
  /** The runner in this process, if there is one. */
  localRunner: LocalRunner | undefined;
}
