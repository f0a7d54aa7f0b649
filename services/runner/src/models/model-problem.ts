import { AISDKError, APICallError, RetryError } from 'ai';
import { Problem, type Code } from '@assay/contract/problem';

/** What a status of the provider means for us; first match wins. */
const meanings: { when: (status: number) => boolean; code: Code; says: string }[] = [
  { when: (status) => status === 401 || status === 403, code: 'UNAUTHORIZED', says: 'does not accept the key it is configured with' },
  { when: (status) => status === 404, code: 'NOT_FOUND', says: 'does not know it' },
  { when: (status) => status === 429, code: 'RATE_LIMITED', says: 'takes no more requests at the moment' },
  { when: (status) => status >= 400 && status < 500, code: 'VALIDATION_ERROR', says: 'refuses the request' },
  { when: (status) => status >= 500, code: 'SERVER_UNREACHABLE', says: 'is out of order' },
  { when: () => true, code: 'SERVER_UNREACHABLE', says: 'answers with something that is no answer of its API' },
];

/**
 * The Problem that callers see of a failed question to a model. It says nothing in the provider's own words: those may
 * quote the key or the request. What is no failure of the provider is answered as it is.
 */
export function modelProblem(error: unknown, id: string, timedOutAfterMs: number | undefined): unknown {
  const provider = `The provider of the model "${id}"`;
  if (timedOutAfterMs !== undefined) return new Problem('TIMEOUT', `${provider} did not answer within ${timedOutAfterMs / 1_000} s.`);
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  if (!APICallError.isInstance(cause)) return AISDKError.isInstance(cause) ? new Problem('SERVER_UNREACHABLE', `${provider} gives no usable answer.`) : cause;
  const { statusCode: status } = cause;
  if (status === undefined) return new Problem('SERVER_UNREACHABLE', `${provider} could not be reached, or broke off its answer.`);
  const { code, says } = meanings.find(({ when }) => when(status))!;
  return new Problem(code, `${provider} ${says} (HTTP ${status}).`);
}
