import type { EvidencePlace } from '@assay/contract/areas/iterations/evidence-place';
import type { FailureWords } from '@assay/contract/areas/iterations/failure-words';
import { given } from '@assay/contract/given';
import { redactText } from '@assay/kit/security/redact';

/** The longest reason, in characters. */
const REASON = 600;
/** The longest text of what was expected, or of what came, in characters. */
const WORDS = 300;

/**
 * The verdict of one assertion. `error` means that evidence was missing or unusable, so the verdict says nothing about
 * the server; `not_applicable` that the assertion has no meaning in its scope.
 */
export interface Verdict extends FailureWords {
  status: 'passed' | 'failed' | 'error' | 'not_applicable';
  /** For people, at most 600 characters, without secrets. */
  reason: string;
}

const verdict =
  (status: Verdict['status']) =>
  (reason: string): Verdict => ({ status, reason: redactText(reason, REASON - 1) });

/** The words of a failed assertion: its expectation, and what came. */
export type ToldFailure = FailureWords & Required<Pick<FailureWords, 'expected' | 'came'>>;

const shortened = (text: string): string => redactText(text, WORDS - 1);

/** The words of a failure, without secrets and shortened. */
export const failureWords = ({ expected, came, brief, place }: FailureWords): FailureWords => ({
  ...given({
    expected: expected && shortened(expected),
    came: came && shortened(came),
    brief: brief && shortened(brief),
    place,
  }),
});

/** `place` is where the evidence stands. */
export const passedVerdict = (reason: string, place?: EvidencePlace): Verdict => ({
  ...verdict('passed')(reason),
  ...given({ place }),
});
export const failedVerdict = (reason: string, told?: ToldFailure): Verdict => ({
  ...verdict('failed')(reason),
  ...(told && failureWords(told)),
});
export const evaluatorError = verdict('error');
export const notApplicable = verdict('not_applicable');

/** The verdict that a runner reached while the trial ran. */
export const recordedVerdict = ({ status, reason }: Pick<Verdict, 'status' | 'reason'>): Verdict =>
  verdict(status)(reason);

/** Passed with reason `met`, or failed with reason `broken` and the words of `told`. */
export const verdictOf = (holds: boolean, met: string, broken: string, told: () => ToldFailure): Verdict =>
  holds ? passedVerdict(met) : failedVerdict(broken, told());
