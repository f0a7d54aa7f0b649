import type { LanguageModelV4, LanguageModelV4CallOptions, LanguageModelV4StreamPart, LanguageModelV4Usage } from '@ai-sdk/provider';

/** What a call may use at most. */
export interface Call { inputTokens: number; outputTokens: number }
/** What a call did use. */
export interface Used extends Call { cachedInputTokens: number }
/** Ends a call: with what it used, or without anything when the provider did not answer. */
export type Settle = (used: Used | undefined) => void;

/** What a model may say in one call when the caller sets no bound, in tokens. */
export const MAX_OUTPUT_TOKENS = 4_096;
/** A token is rarely shorter; where it is, the estimate errs to the safe side of a budget. */
const CHARACTERS_PER_TOKEN = 3;

/** The same model, with each call announced to `begin`, which may throw, and then settled once, however it ends. */
export function metered(model: LanguageModelV4, begin: (call: Call, signal: AbortSignal | undefined) => Promise<Settle>): LanguageModelV4 {
  const call = async <T>(asked: LanguageModelV4CallOptions, make: (options: LanguageModelV4CallOptions, settle: (usage: LanguageModelV4Usage, said: number) => void, fail: () => void) => PromiseLike<T>): Promise<T> => {
    const options = { ...asked, maxOutputTokens: asked.maxOutputTokens ?? MAX_OUTPUT_TOKENS };
    const inputTokens = tokensOf(JSON.stringify([options.prompt, options.tools]).length);
    const settle = once(await begin({ inputTokens, outputTokens: options.maxOutputTokens }, options.abortSignal));
    try {
      return await make(options, (usage, said) => settle(usedOf(usage, inputTokens, said)), () => settle(undefined));
    } catch (error) {
      settle(undefined);
      throw error;
    }
  };
  return {
    specificationVersion: 'v4', provider: model.provider, modelId: model.modelId, supportedUrls: model.supportedUrls,
    doGenerate: (asked) => call(asked, async (options, settle) => {
      const result = await model.doGenerate(options);
      settle(result.usage, JSON.stringify(result.content).length);
      return result;
    }),
    doStream: (asked) => call(asked, async (options, settle, fail) => {
      const result = await model.doStream(options);
      return { ...result, stream: counted(result.stream, settle, fail) };
    }),
  };
}

/** Passes a stream on and tells how it ended: with its usage and how many characters it said, or broken off. */
function counted(stream: ReadableStream<LanguageModelV4StreamPart>, settle: (usage: LanguageModelV4Usage, said: number) => void, fail: () => void): ReadableStream<LanguageModelV4StreamPart> {
  const reader = stream.getReader();
  let said = 0;
  return new ReadableStream({
    async pull(controller) {
      try {
        const { done, value } = await reader.read();
        if (done) {
          fail();
          return controller.close();
        }
        if ('delta' in value) said += value.delta.length;
        if (value.type === 'finish' && value.finishReason.unified !== 'error') settle(value.usage, said);
        controller.enqueue(value);
      } catch (error) {
        fail();
        controller.error(error);
      }
    },
    async cancel(reason) {
      fail();
      await reader.cancel(reason);
    },
  }, { highWaterMark: 0 });
}

const tokensOf = (characters: number) => Math.ceil(characters / CHARACTERS_PER_TOKEN);

/** What the provider says was used; what it does not say is estimated, because a budget must not be had for nothing. */
const usedOf = ({ inputTokens, outputTokens }: LanguageModelV4Usage, estimate: number, said: number): Used =>
  ({ inputTokens: inputTokens.total ?? estimate, outputTokens: outputTokens.total ?? tokensOf(said), cachedInputTokens: inputTokens.cacheRead ?? 0 });

function once(settle: Settle): Settle {
  let settled = false;
  return (used) => {
    if (!settled) settle(used);
    settled = true;
  };
}
