import type { JourneyDraftsOutcome } from '@assay/contract/areas/journeys/drafting-work';
import type { JourneyDrafts } from '@assay/contract/areas/journeys/drafts';
import { isProblemCode, Problem } from '@assay/contract/problem';

/** The outcome of work that a runner broke off. */
export const brokenOutcome = ({ code, message }: { code: string; message: string }): JourneyDraftsOutcome => ({
  version: 1,
  problem: { code, message },
});

/**
 * The drafts of an outcome.
 * @throws the Problem that the outcome says; INTERNAL_ERROR when there is nothing in it.
 */
export function draftsIn({ drafts, problem }: JourneyDraftsOutcome): JourneyDrafts {
  if (drafts) return drafts;
  const { code = 'INTERNAL_ERROR', message = "The runner's answer is malformed.", details, retryAfter } = problem ?? {};
  throw new Problem(isProblemCode(code) ? code : 'INTERNAL_ERROR', message, details, retryAfter);
}
