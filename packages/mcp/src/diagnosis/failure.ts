import type { Evidence } from './evidence.ts';
import type { OAuthEvidence } from '../oauth/find-oauth.ts';
import type { ServerTarget } from '../target.ts';

/** What was going on when it failed. */
export interface FailureMoment {
  target: ServerTarget;
  /** `connect`: no HTTP response yet; `initialize`: before the handshake was over; `request`: later. */
  phase: 'connect' | 'initialize' | 'request';
  /** The JSON-RPC method that was outstanding. */
  method?: string;
  elapsedMs: number;
}

export interface SessionFailure extends FailureMoment {
  evidence: Evidence;
  oauth?: OAuthEvidence;
}
