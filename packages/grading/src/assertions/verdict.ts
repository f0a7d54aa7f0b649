import { redactText } from '@assay/kit/security/redact';

/** The longest reason, in characters. */
const REASON = 600;

/**
 * The verdict of one assertion. `error` means that evidence was missing or unusable, so the verdict says nothing about
 * the server; `not_applicable` that the assertion has no meaning in its scope.
 */
export interface Verdict {
  status: 'passed' | 'failed' | 'error' | 'not_applicable';
  /** For people, at most 600 characters, without secrets. */
  reason: string;
}

const verdict =
  (status: Verdict['status']) =>
  (reason: string): Verdict => ({ status, reason: redactText(reason, REASON - 1) });

export const passedVerdict = verdict('passed');
export const failedVerdict = verdict('failed');
export const evaluatorError = verdict('error');
export const notApplicable = verdict('not_applicable');

/** The verdict that a runner reached while the trial ran. */
export const recordedVerdict = ({ status, reason }: Pick<Verdict, 'status' | 'reason'>): Verdict =>
  verdict(status)(reason);

/** Passed with reason `met`, or failed with reason `broken`. */
export const verdictOf = (holds: boolean, met: string, broken: string): Verdict =>
  holds ? passedVerdict(met) : failedVerdict(broken);
