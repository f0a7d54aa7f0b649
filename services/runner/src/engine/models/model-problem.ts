import { AISDKError, RetryError } from 'ai';
import { Problem } from '@assay/contract/problem';
import { ProviderFailure } from './turn-model.ts';
import { providerFailure } from './provider-failure.ts';

/**
 * The Problem that callers see when a question to a model failed. An error that is not the provider's is returned
 * unchanged.
 */
export function modelProblem(error: unknown, id: string, timedOutAfterMs: number | undefined): unknown {
  if (error instanceof Problem) return error;
  if (error instanceof ProviderFailure) return error.problem;
  if (timedOutAfterMs !== undefined)
    return new Problem(
      'TIMEOUT',
      `The provider of the model "${id}" did not answer within ${timedOutAfterMs / 1_000} s.`,
    );
  const cause = RetryError.isInstance(error) ? error.lastError : error;
  return AISDKError.isInstance(cause) ? providerFailure(cause, id).problem : cause;
}
