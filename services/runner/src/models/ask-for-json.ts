import {
  generateText,
  jsonSchema,
  NoObjectGeneratedError,
  Output,
  type JSONSchema7,
  type LanguageModelUsage,
  type ModelMessage,
} from 'ai';
import { modelProblem } from './model-problem.ts';
import type { NamedModel } from './models.ts';

export interface Question {
  instructions: string;
  messages: ModelMessage[];
  /** The shape of the answer; providers that can, hold the model to it. */
  schema: object;
  signal: AbortSignal;
  /** How long the provider may take in all, in milliseconds, repeated attempts included. */
  timeoutMs: number;
  temperature?: number;
  /** How much the model may answer, in tokens; as much as it can when absent, or what a meter allows. */
  maxOutputTokens?: number;
}

/** What a model said, parsed as JSON, or why that is none; `text` as it was said. */
export type Answer = { text: string; usage: LanguageModelUsage | undefined } & ({ value: unknown } | { fault: string });

const EMPTY = 'it is empty';

/**
 * Asks a model for JSON; nothing but that it is JSON is certain of the answer. A provider that is busy or broken is asked
 * again, with growing pauses or when it says so.
 * @throws Problem when the provider does not answer, or the reason of `signal`.
 */
export async function askForJson(
  { id, model }: NamedModel,
  { schema, signal, timeoutMs, ...question }: Question,
): Promise<Answer> {
  const timeout = AbortSignal.timeout(timeoutMs);
  const output = Output.object({ schema: jsonSchema(schema as JSONSchema7), name: 'answer' });
  try {
    const result = await generateText({
      model,
      ...question,
      output,
      abortSignal: AbortSignal.any([signal, timeout]),
    });
    const { text, usage } = result;
    return text === '' ? { text, usage, fault: EMPTY } : { text, usage, value: result.output };
  } catch (error) {
    signal.throwIfAborted();
    if (!NoObjectGeneratedError.isInstance(error))
      throw modelProblem(error, id, timeout.aborted ? timeoutMs : undefined);
    const { text = '', usage, finishReason } = error;
    return {
      text,
      usage,
      fault: text === '' ? EMPTY : finishReason === 'length' ? 'it was cut off before its end' : 'it is not JSON',
    };
  }
}
