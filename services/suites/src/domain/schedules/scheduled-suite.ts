import { forbidden, reasons, type Problem } from '@assay/contract/problem';

/** The refusal of an agent's case for a suite whose schedule would run it before a person has seen it. */
export const scheduledSuiteProblem = (): Problem =>
  forbidden('The suite has a schedule that would run the cases, so only a person adds them: propose them instead.', {
    reason: reasons.PERSON_DECIDES,
  });
