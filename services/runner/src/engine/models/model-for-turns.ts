import { AISDKError, APICallError, JSONParseError, TypeValidationError } from '@ai-sdk/provider';
import { Problem } from '@assay/contract/problem';
import { ProviderFailure, type TurnQuestion, type TurnReply, type TurnModel } from './turn-model.ts';
import { callOptions } from './call-options.ts';
import { brokenConnection } from './failed-answers.ts';
import { AnswerBuilder, turnReplyOf } from './model-answer.ts';
import { providerFailure } from './provider-failure.ts';
import type { NamedModel } from './named-model.ts';

/** A language model for turns. It streams; an endpoint that cannot stream is asked for the whole answer. */
export function modelForTurns({ id, model }: NamedModel): TurnModel {
  let streams = true;

  /** Undefined when the endpoint does not stream. */
  const listen = async (question: TurnQuestion): Promise<TurnReply | undefined> => {
    const startedAt = performance.now();
    const { stream } = await model.doStream({ ...callOptions(question), abortSignal: question.signal });
    const gathered = new AnswerBuilder();
    let ttfcMs: number | undefined;
    try {
      for await (const part of stream) {
        gathered.add(part);
        if (part.type === 'text-delta') question.heard?.(part.delta);
        if (gathered.isSaid) ttfcMs ??= Math.round(performance.now() - startedAt);
      }
    } catch (error) {
      if (error instanceof ProviderFailure) throw error;
      if (question.signal.aborted || gathered.isSaid || isBrokenEvent(error) || !AISDKError.isInstance(error))
        throw brokenConnection(id);
    }
    if (gathered.answer) return turnReplyOf(gathered.answer, ttfcMs);
    if (gathered.isSaid || gathered.isEnded) throw brokenConnection(id);
    return undefined;
  };

  const attempt = async (question: TurnQuestion): Promise<TurnReply> => {
    const said = streams
      ? await listen(question).catch((error: unknown) => {
          if (!cannotStream(error)) throw error;
        })
      : undefined;
    if (said) return said;
    streams = false;
    const whole = turnReplyOf(
      await model.doGenerate({ ...callOptions(question), abortSignal: question.signal }),
      undefined,
    );
    if (whole.text !== '') question.heard?.(whole.text);
    return whole;
  };

  const ask = (question: TurnQuestion): Promise<TurnReply> =>
    attempt(question).catch((error: unknown) => {
      throw error instanceof Problem || error instanceof ProviderFailure ? error : providerFailure(error, id);
    });
  return { id, ask };
}

/** An event that is not JSON, or does not fit the format: the stream is damaged, and may be whole the next time. */
const isBrokenEvent = (error: unknown): boolean =>
  JSONParseError.isInstance(error) || TypeValidationError.isInstance(error);

/** Some endpoints refuse to stream, with a message that says so. */
const cannotStream = (error: unknown): boolean =>
  APICallError.isInstance(error) &&
  [400, 404, 405, 422, 501].includes(error.statusCode ?? 0) &&
  /\bstream/i.test(error.responseBody ?? error.message);
