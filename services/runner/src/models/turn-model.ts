import { AISDKError, APICallError } from '@ai-sdk/provider';
import { Problem } from '@assay/contract/problem';
import { ProviderFailure, type Question, type Said, type TurnModel } from '../turn/turn-model.ts';
import { callOptions } from './call-options.ts';
import { Gathered, saidOf } from './model-answer.ts';
import type { NamedModel } from './models.ts';
import { brokenOff, providerFailure, silentProvider } from './provider-failure.ts';

/** What comes before anything is said. */
const PREAMBLE = new Set(['stream-start', 'response-metadata', 'raw', 'finish', 'error']);

/**
 * A language model to take turns with. It is listened to while it speaks, so that a dead connection is noticed after
 * `silenceMs`; an endpoint that cannot stream is heard to its end.
 */
export function turnModel({ id, model }: NamedModel, silenceMs: number): TurnModel {
  let streams = true;

  /** Undefined when what comes is no stream. */
  const listen = async (question: Question, abortSignal: AbortSignal, heard: () => void): Promise<Said | undefined> => {
    const startedAt = performance.now();
    const { stream } = await model.doStream({ ...callOptions(question), abortSignal });
    const gathered = new Gathered();
    let ttfcMs: number | undefined;
    try {
      for await (const part of stream) {
        heard();
        gathered.add(part);
        if (!PREAMBLE.has(part.type)) ttfcMs ??= Math.round(performance.now() - startedAt);
      }
    } catch (error) {
      if (abortSignal.aborted || !AISDKError.isInstance(error) || gathered.content.length > 0) throw brokenOff(id);
    }
    if (!gathered.answer && gathered.content.length > 0) throw brokenOff(id);
    return gathered.answer && saidOf(gathered.answer, ttfcMs);
  };

  const attempt = async (question: Question, abortSignal: AbortSignal, heard: () => void): Promise<Said> => {
    const said = streams ? await listen(question, abortSignal, heard).catch((error: unknown) => { if (!cannotStream(error)) throw error; }) : undefined;
    if (said) return said;
    streams = false;
    heard();
    return saidOf(await model.doGenerate({ ...callOptions(question), abortSignal }), undefined);
  };

  const ask = async (question: Question): Promise<Said> => {
    const silence = new AbortController();
    const timer = setTimeout(() => silence.abort(), silenceMs);
    try {
      return await attempt(question, AbortSignal.any([question.signal, silence.signal]), () => timer.refresh());
    } catch (error) {
      if (error instanceof Problem) throw error;
      if (silence.signal.aborted) throw silentProvider(id, silenceMs);
      throw error instanceof ProviderFailure ? error : providerFailure(error, id);
    } finally {
      clearTimeout(timer);
    }
  };
  return { id, ask };
}

/** Some endpoints refuse to stream, and say so in as many words. */
const cannotStream = (error: unknown): boolean =>
  APICallError.isInstance(error) && [400, 404, 405, 422, 501].includes(error.statusCode ?? 0) && /\bstream/i.test(error.responseBody ?? error.message);
