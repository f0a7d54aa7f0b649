import { redactText } from '@assay/kit/security/redact';

/**
 * The provider refused the person, no longer knows the code, cannot be reached, took too long, or gave an invalid
 * answer.
 */
export type SignOnFault = 'denied' | 'over' | 'unreachable' | 'slow' | 'wrong';

/** A failed sign-in at the provider; its cause says why. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
  readonly fault: SignOnFault;

  constructor(fault: SignOnFault, cause?: unknown) {
    super(`The OpenID provider: ${fault}.`, { cause });
    this.fault = fault;
  }
}

const MAX_CHARS = 200;

/**
 * The reasons for the operator's log: messages of the client and error codes of the protocol, without data that was
 * sent.
 */
export function reasonsOf(error: unknown): string[] {
  const reasons: string[] = [];
  for (let cause = error; cause instanceof Error && reasons.length < 5; cause = cause.cause) {
    const { error: code } = cause as { error?: unknown };
    reasons.push(redactText(`${cause.message}${typeof code === 'string' ? ` (${code})` : ''}`, MAX_CHARS));
  }
  return reasons;
}
