import { redactText } from '@assay/kit/security/redact';

/**
 * What went wrong with the provider: it said no to the person, knows the code no more, cannot be reached, took too long, or
 * answered what does not hold.
 */
export type SignOnFault = 'denied' | 'over' | 'unreachable' | 'slow' | 'wrong';

/** A sign-in that failed with the provider, for whatever reason lies in its cause. */
export class ProviderFault extends Error {
  override readonly name = 'ProviderFault';
  readonly fault: SignOnFault;

  constructor(fault: SignOnFault, cause?: unknown) {
    super(`The OpenID provider: ${fault}.`, { cause });
    this.fault = fault;
  }
}

const MAX_CHARS = 200;

/** Why, for the operator's log: words of the client and codes of the protocol, none of which holds what was sent. */
export function reasonsOf(error: unknown): string[] {
  const reasons: string[] = [];
  for (let cause = error; cause instanceof Error && reasons.length < 5; cause = cause.cause) {
    const { error: code } = cause as { error?: unknown };
    reasons.push(redactText(`${cause.message}${typeof code === 'string' ? ` (${code})` : ''}`, MAX_CHARS));
  }
  return reasons;
}
