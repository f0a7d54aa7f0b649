import type { Cause } from '@assay/contract/areas/diagnosis/cause';
import { Problem } from '@assay/contract/problem';
import type { SessionFailure } from './failure.ts';
import { causeOf, causeOfProblem } from './cause.ts';
import { type CauseFacts, factsIn, factsOf } from './facts.ts';
import { accessTexts } from './access-texts.ts';
import { commandTexts } from './command-texts.ts';
import { httpTexts } from './http-texts.ts';
import { networkTexts } from './network-texts.ts';
import { offerTexts } from './offer-texts.ts';
import { protocolTexts } from './protocol-texts.ts';
import type { CauseText } from './text.ts';

/** The cause of a problem with a server, and its texts for people. */
export interface Diagnosis {
  cause: Cause;
  explanation: string;
  nextStep: string;
  evidence: CauseFacts;
}

/**
 * A Problem with a server, and its evidence. The evidence stays in this process: only a report shows it, with secrets
 * masked.
 */
export class ServerProblem extends Problem {
  readonly diagnosis: Diagnosis;

  constructor(
    { code, message, details, retryAfter }: Pick<Problem, 'code' | 'message' | 'details' | 'retryAfter'>,
    diagnosis: Diagnosis,
  ) {
    const { cause, nextStep } = diagnosis;
    super(code, message, { ...details, cause, nextStep }, retryAfter);
    this.diagnosis = diagnosis;
  }
}

export function diagnoseCause(cause: Cause, evidence: CauseFacts = {}): Diagnosis {
  const { explanation, nextStep } = TEXTS[cause];
  return {
    cause,
    explanation: explanation(evidence),
    nextStep: nextStep(evidence),
    evidence,
  };
}

export const diagnoseFailure = (failure: SessionFailure): Diagnosis =>
  diagnoseCause(causeOf(failure), factsOf(failure));

/** The diagnosis of any Problem. */
export const diagnosisOf = (problem: Problem): Diagnosis =>
  problem instanceof ServerProblem ? problem.diagnosis : diagnoseCause(causeOfProblem(problem), factsIn(problem));

/** The same Problem with its cause and the next step, where the cause is known. */
export function explainedProblem(problem: Problem): Problem {
  if (problem instanceof ServerProblem) return problem;
  const diagnosis = diagnosisOf(problem);
  return diagnosis.cause === 'unexplained' ? problem : new ServerProblem(problem, diagnosis);
}

/** The text of each cause. A cause without a text does not compile. */
const TEXTS: Record<Cause, CauseText> = {
  ...networkTexts,
  ...httpTexts,
  ...accessTexts,
  ...protocolTexts,
  ...offerTexts,
  ...commandTexts,
};
