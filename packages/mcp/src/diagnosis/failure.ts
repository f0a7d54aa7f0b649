import type { FailureEvidence } from './evidence.ts';
import type { OAuthEvidence } from '../oauth/find-oauth.ts';
import type { ServerTarget } from '../target.ts';

/** The state of the session when the exchange failed. */
export interface FailureMoment {
  target: ServerTarget;
  /** `connect`: no HTTP response yet; `initialize`: before the handshake ended; `request`: later. */
  phase: 'connect' | 'initialize' | 'request';
  /** The JSON-RPC method of the pending request. */
  method?: string;
  elapsedMs: number;
}

export interface SessionFailure extends FailureMoment {
  evidence: FailureEvidence;
  oauth?: OAuthEvidence;
}
