import { keptText } from '@assay/kit/text/kept-text';
import { maskedJson } from '@assay/transcripts/mask';
import type { SessionEnd } from '../../domain/journey-runs/session-end.ts';
import type { SessionCriterion } from '../../domain/journey-runs/session.ts';

/** At most this much of an error's code, and of its message or a reason, is kept, in characters. */
const [MAX_CODE, MAX_WORDS] = [100, 2_000];

type SessionError = NonNullable<SessionEnd['error']>;

/** A document with every secret masked. */
export const masked = <T>(document: T, secrets: readonly string[] = []): T =>
  JSON.parse(maskedJson(document, secrets)) as T;

/** Graded criteria as they are stored: their reasons masked, and bounded. */
export const keptCriteria = (criteria: readonly SessionCriterion[], secrets?: readonly string[]): SessionCriterion[] =>
  masked(criteria, secrets).map((criterion) => ({ ...criterion, reason: keptText(criterion.reason, MAX_WORDS) }));

/** The error of a session as it is stored: masked, and bounded. */
export function keptError(error: SessionError, secrets?: readonly string[]): SessionError {
  const { code, message } = masked(error, secrets);
  return { code: keptText(code, MAX_CODE), message: keptText(message, MAX_WORDS) };
}
