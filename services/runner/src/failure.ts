import { Problem } from '@assay/contract/problem';
import type { Logger } from '@assay/kit/log';
import { redactText } from '@assay/kit/redact';

/** What the platform is told of the error that ended some work; one that is no Problem is a bug of ours and only logged. */
export function failureOf(error: unknown, work: string, log: Logger): { errorCode: string; errorMessage: string } {
  if (error instanceof Problem) return { errorCode: error.code, errorMessage: redactText(error.message, 400) };
  log.error({ err: error }, `${work} failed unexpectedly`);
  return { errorCode: 'INTERNAL_ERROR', errorMessage: `The runner failed on ${work}.` };
}
