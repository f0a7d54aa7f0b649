import type { LanguageModelV4CallOptions, LanguageModelV4StreamPart } from '@ai-sdk/provider';
import { silentProvider } from './failed-answers.ts';
import type { SilenceLimit } from './silent-models.ts';
import type { NamedModel } from './named-model.ts';

/** Aborts a call of the model when it is silent for longer than its limit: its connection then counts as dead. */
export function withSilenceLimit({ id, model }: NamedModel, limit: SilenceLimit): NamedModel {
  const listen = async <T>(
    asked: LanguageModelV4CallOptions,
    ask: (options: LanguageModelV4CallOptions, timer: NodeJS.Timeout) => PromiseLike<T>,
  ): Promise<T> => {
    const silence = new AbortController();
    const { ms } = limit;
    const timer = setTimeout(() => silence.abort(silentProvider(id, ms, limit.silent())), ms).unref();
    try {
      return await ask(
        { ...asked, abortSignal: AbortSignal.any([...(asked.abortSignal ? [asked.abortSignal] : []), silence.signal]) },
        timer,
      );
    } catch (error) {
      clearTimeout(timer);
      throw silence.signal.aborted ? silence.signal.reason : error;
    }
  };
  return {
    id,
    model: {
      specificationVersion: 'v4',
      provider: model.provider,
      modelId: model.modelId,
      supportedUrls: model.supportedUrls,
      doGenerate: (asked) =>
        listen(asked, async (options, timer) => {
          const result = await model.doGenerate(options);
          clearTimeout(timer);
          limit.heard();
          return result;
        }),
      doStream: (asked) =>
        listen(asked, async (options, timer) => {
          const result = await model.doStream(options);
          const heard = new TransformStream<LanguageModelV4StreamPart, LanguageModelV4StreamPart>({
            transform(part, controller) {
              timer.refresh();
              limit.heard();
              controller.enqueue(part);
            },
            flush: () => clearTimeout(timer),
          });
          return { ...result, stream: result.stream.pipeThrough(heard) };
        }),
    },
  };
}
