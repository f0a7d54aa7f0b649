import { Problem } from '@assay/contract/problem';
import { Deadline } from '@assay/kit/concurrency/deadline';
import {
  AISDKError,
  generateText,
  jsonSchema,
  NoObjectGeneratedError,
  Output,
  RetryError,
  type JSONSchema7,
  type LanguageModelUsage,
  type ModelMessage,
} from 'ai';
import type { NamedModel } from './named-model.ts';
import { providerFailure } from './provider-failure.ts';
import { ProviderFailure } from './turn-model.ts';

export interface JsonQuestion {
  instructions: string;
  messages: ModelMessage[];
  /** The schema of the answer; providers with structured output enforce it. */
  schema: object;
  signal: AbortSignal;
  /** The time that the provider gets for all attempts, in milliseconds. */
  timeoutMs: number;
  temperature?: number;
  /** At most this long an answer, in tokens; when absent, as long as the model or the meter allows. */
  maxOutputTokens?: number;
}

/** The answer of a model, parsed as JSON, or the reason why it is not JSON; `text` is the answer as it came. */
export type JsonAnswer = { text: string; usage: LanguageModelUsage | undefined } & (
  | { value: unknown }
  | { fault: string }
);

const EMPTY = 'it is empty';

/**
 * Asks a model for JSON; the caller validates the answer. A provider that is busy or fails is asked again, with growing
 * pauses or when its `Retry-After` says.
 * @throws Problem when the provider does not answer, or the reason of `signal`.
 */
export async function askForJson(
  { id, model }: NamedModel,
  { schema, signal, timeoutMs, ...question }: JsonQuestion,
): Promise<JsonAnswer> {
  using deadline = new Deadline(timeoutMs, signal);
  const output = Output.object({ schema: jsonSchema(schema as JSONSchema7), name: 'answer' });
  try {
    const result = await generateText({
      model,
      ...question,
      output,
      abortSignal: deadline.signal,
    });
    const { text, usage } = result;
    return text === '' ? { text, usage, fault: EMPTY } : { text, usage, value: result.output };
  } catch (error) {
    signal.throwIfAborted();
    if (!NoObjectGeneratedError.isInstance(error))
      throw modelProblem(error, id, deadline.isOver ? timeoutMs : undefined);
    const { text = '', usage, finishReason } = error;
    return {
      text,
      usage,
      fault: text === '' ? EMPTY : finishReason === 'length' ? 'it was cut off before its end' : 'it is not JSON',
    };
  }
}

/**
 * The Problem that callers see when a question to a model failed. An error that is not the provider's is returned
 * unchanged.
 */
function modelProblem(error: unknown, id: string, timedOutAfterMs: number | undefined): unknown {
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
