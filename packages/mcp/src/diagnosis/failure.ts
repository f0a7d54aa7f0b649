import type { Evidence } from './evidence.ts';
import type { OAuthEvidence } from '../oauth/find-oauth.ts';
import type { Target } from '../target.ts';

/** What was going on when it failed. */
export interface Moment {
  target: Target;
  /** `connect`: no HTTP response yet; `initialize`: before the handshake was over; `request`: later. */
  phase: 'connect' | 'initialize' | 'request';
  /** The JSON-RPC method that was outstanding. */
  method?: string;
  elapsedMs: number;
}

export interface Failure extends Moment {
  evidence: Evidence;
  oauth?: OAuthEvidence;
}
