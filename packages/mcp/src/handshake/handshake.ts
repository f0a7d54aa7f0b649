import { OTHER_ORIGIN } from '../diagnosis/codes.ts';
import { openCommand } from './command-eras.ts';
import type { ServerDialect } from './dialects.ts';
import { openInEitherEra } from './http-eras.ts';
import {
  NEWEST_REVISION,
  openConnection,
  type HandshakeAttempt,
  type InitializedConnection,
} from './open-connection.ts';

/** Connects in the given dialect, or probes: the newest revision first, then `initialize`, then the older transport. */
export async function performHandshake(
  attempt: HandshakeAttempt,
  dialect: ServerDialect | undefined,
): Promise<InitializedConnection> {
  if (attempt.target.command) return openCommand(attempt, dialect);
  if (dialect === 'sse') return openConnection(attempt, 'sse');
  try {
    return await openStreamable(attempt, dialect);
  } catch (error) {
    const { answer } = attempt.exchange;
    if (attempt.signal.aborted || !wantsOlderTransport(attempt)) throw error;
    try {
      return await openConnection(attempt, 'sse');
    } catch (fallbackError) {
      if (
        attempt.signal.aborted ||
        [401, 403].includes(attempt.exchange.refusal?.status ?? 0) ||
        OTHER_ORIGIN.test(String(fallbackError))
      )
        throw fallbackError;
      // The refusal of the newer transport explains more than the absence of the older one.
      attempt.exchange.answer = answer;
      throw error;
    }
  }
}

/** A session with a known dialect or a pinned revision asks in that one alone, with all the time there is. */
function openStreamable(attempt: HandshakeAttempt, dialect: ServerDialect | undefined): Promise<InitializedConnection> {
  if (dialect !== undefined || attempt.target.protocolVersion !== undefined)
    return openConnection(attempt, 'streamable-http', dialect === 'legacy');
  return openInEitherEra(attempt);
}

/**
 * The rule of the specification (2025-11-25, Transports, Backwards Compatibility), for any 4xx that is not about
 * credentials.
 */
function wantsOlderTransport({ target, exchange: { method, refusal, result } }: HandshakeAttempt): boolean {
  // A server that has answered `initialize` speaks the newer transport, even when it refuses later requests.
  if (method !== 'initialize' || result !== undefined || !refusal || (target.protocolVersion ?? '') >= NEWEST_REVISION)
    return false;
  return refusal.status >= 400 && refusal.status < 500 && ![401, 403].includes(refusal.status);
}
