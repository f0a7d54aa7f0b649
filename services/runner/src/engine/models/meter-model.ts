import type {
  LanguageModelV4,
  LanguageModelV4CallOptions,
  LanguageModelV4Content,
  LanguageModelV4StreamPart,
  LanguageModelV4Usage,
} from '@ai-sdk/provider';
import { isReported, reportedUsage } from '../../domain/models/reported-usage.ts';
import { overlongAnswer } from './failed-answers.ts';
import { isAnswered, hasContent, contentBytes } from './stream-part.ts';
import type { NamedModel } from './named-model.ts';

/** At most these tokens for one call. */
export interface CallEstimate {
  inputTokens: number;
  outputTokens: number;
}
/** The tokens that a call used. */
export interface CallUsage extends CallEstimate {
  cachedInputTokens: number;
  /** The provider ended its answer without numbers that can be true: the tokens are estimates. */
  isUnreported: boolean;
}
/** Ends a call: with the tokens it used, or with undefined when the provider did not answer. */
type SettleCall = (used: CallUsage | undefined) => void;

/** At most this long an answer of one call when the caller sets no limit, in tokens. */
const MAX_OUTPUT_TOKENS = 16_000;
/** At most this long an answer, in bytes: far more than the tokens above amount to. */
const MAX_ANSWER = 1_000_000;
/** In UTF-8. English has about four bytes to a token, Chinese about three; only rare text has fewer. */
const BYTES_PER_TOKEN = 3;

/** Called at the end of a call with the bytes of its answer, and with the usage if the provider reported it. */
type End = (said: number, usage?: LanguageModelV4Usage) => void;

/**
 * The same model, with metered calls: each call is announced to `begin`, which may throw, and settled exactly once. An
 * endless answer is aborted. Providers are not trusted: usage that cannot be true leaves the answer.
 */
export function meterModel(
  { id, model }: NamedModel,
  begin: (call: CallEstimate, signal: AbortSignal | undefined) => Promise<SettleCall>,
): LanguageModelV4 {
  const call = async <T>(
    asked: LanguageModelV4CallOptions,
    make: (options: LanguageModelV4CallOptions, end: End, fail: () => void) => PromiseLike<T>,
  ): Promise<T> => {
    const options = { ...asked, maxOutputTokens: asked.maxOutputTokens ?? MAX_OUTPUT_TOKENS };
    const inputTokens = tokensOf(Buffer.byteLength(JSON.stringify([options.prompt, options.tools])));
    const settle = once(await begin({ inputTokens, outputTokens: options.maxOutputTokens }, options.abortSignal));
    try {
      return await make(
        options,
        (said, usage) => settle(usedOf(usage, inputTokens, said)),
        () => settle(undefined),
      );
    } catch (error) {
      settle(undefined);
      throw error;
    }
  };
  return {
    specificationVersion: 'v4',
    provider: model.provider,
    modelId: model.modelId,
    supportedUrls: model.supportedUrls,
    doGenerate: (asked) =>
      call(asked, async (options, end) => {
        const result = await model.doGenerate(options);
        const said = Buffer.byteLength(JSON.stringify(result.content));
        const usage = reportedUsage(result.usage, hasWords(result.content));
        end(said, usage);
        if (said > MAX_ANSWER) throw overlongAnswer(id, MAX_ANSWER);
        return { ...result, usage };
      }),
    doStream: (asked) =>
      call(asked, async (options, end, fail) => {
        const result = await model.doStream(options);
        return { ...result, stream: counted(id, result.stream, end, fail) };
      }),
  };
}

/** Passes a stream on and reports its end. An answer that broke off is paid for. */
function counted(
  id: string,
  stream: ReadableStream<LanguageModelV4StreamPart>,
  end: End,
  fail: () => void,
): ReadableStream<LanguageModelV4StreamPart> {
  const reader = stream.getReader();
  let said = 0;
  let isHeard = false;
  let hasCall = false;
  const over = () => (isHeard ? end(said) : fail());
  return new ReadableStream(
    {
      async pull(controller) {
        try {
          const { done, value: part } = await reader.read();
          if (done) {
            over();
            return controller.close();
          }
          hasCall ||= part.type === 'tool-call';
          const value =
            part.type === 'finish' ? { ...part, usage: reportedUsage(part.usage, said > 0 || hasCall) } : part;
          isHeard ||= hasContent(value);
          said += contentBytes(value);
          if (said > MAX_ANSWER) throw overlongAnswer(id, MAX_ANSWER);
          if (value.type === 'finish' && (isAnswered(value) || isTold(value.usage))) end(said, value.usage);
          controller.enqueue(value);
        } catch (error) {
          over();
          controller.error(error);
          void reader.cancel(error).catch(() => undefined);
        }
      },
      async cancel(reason) {
        over();
        await reader.cancel(reason);
      },
    },
    { highWaterMark: 0 },
  );
}

const tokensOf = (bytes: number) => Math.ceil(bytes / BYTES_PER_TOKEN);

const isTold = ({ inputTokens, outputTokens }: LanguageModelV4Usage) =>
  inputTokens.total !== undefined || outputTokens.total !== undefined;

const hasWords = (content: LanguageModelV4Content[]) =>
  content.some((part) => part.type !== 'text' || part.text !== '');

/** The usage that the provider reports. Missing numbers are estimated, so that no call is free. */
const usedOf = (usage: LanguageModelV4Usage | undefined, estimate: number, said: number): CallUsage => ({
  inputTokens: usage?.inputTokens.total ?? estimate,
  outputTokens: usage?.outputTokens.total ?? tokensOf(said),
  cachedInputTokens: usage?.inputTokens.cacheRead ?? 0,
  isUnreported: usage !== undefined && !isReported(usage),
});

function once(settle: SettleCall): SettleCall {
  let settled = false;
  return (used) => {
    if (!settled) settle(used);
    settled = true;
  };
}
