import { APICallError, type LanguageModelV4CallOptions } from '@ai-sdk/provider';
import { given } from '@assay/contract/given';
import type { NamedModel } from './named-model.ts';

/** Models that are known to take no temperature. Other models show it by refusing a temperature. */
const WITHOUT_TEMPERATURE = /^(openai|azure|openrouter\/openai)\/(o\d|gpt-5(?!-chat))/;

/** The longest answer that older models can be asked for, in tokens. */
const MODEST_OUTPUT_TOKENS = 4_096;

/**
 * Adapts requests to the model: a setting that it refuses by name is left out or lowered, in this request and in all
 * later ones.
 */
export function adaptToModel({ id, model }: NamedModel): NamedModel {
  let takesTemperature = !WITHOUT_TEMPERATURE.test(id);
  let takesSeed = true;
  let maxOutputTokens = Infinity;

  const accommodated = ({ temperature, seed, ...asked }: LanguageModelV4CallOptions): LanguageModelV4CallOptions => ({
    ...asked,
    ...(takesTemperature && temperature !== undefined && { temperature }),
    ...(takesSeed && seed !== undefined && { seed }),
    ...(asked.maxOutputTokens !== undefined && { maxOutputTokens: Math.min(asked.maxOutputTokens, maxOutputTokens) }),
  });
  /** Notes a setting to leave out or lower from now on; false when the error names none. */
  const learn = (error: unknown, sent: LanguageModelV4CallOptions): boolean => {
    if (!APICallError.isInstance(error) || error.statusCode !== 400) return false;
    const { responseBody = '' } = error;
    if (sent.temperature !== undefined && /temperature/i.test(responseBody)) takesTemperature = false;
    else if (sent.seed !== undefined && /\bseed\b/i.test(responseBody)) takesSeed = false;
    else if (
      (sent.maxOutputTokens ?? 0) > MODEST_OUTPUT_TOKENS &&
      /max_(?:output_)?tokens|completion/i.test(responseBody)
    )
      maxOutputTokens = MODEST_OUTPUT_TOKENS;
    else return false;
    return true;
  };
  const asking = async <T>(
    asked: LanguageModelV4CallOptions,
    ask: (options: LanguageModelV4CallOptions) => PromiseLike<T>,
  ): Promise<T> => {
    const { prompt, tools } = asked;
    const whole = { ...asked, ...wellFormed({ prompt, ...given({ tools }) }) };
    for (;;) {
      const options = accommodated(whole);
      try {
        return await ask(options);
      } catch (error) {
        if (!learn(error, options)) throw error;
      }
    }
  };
  return {
    id,
    model: {
      specificationVersion: 'v4',
      provider: model.provider,
      modelId: model.modelId,
      supportedUrls: model.supportedUrls,
      doGenerate: (asked) => asking(asked, (options) => model.doGenerate(options)),
      doStream: (asked) => asking(asked, (options) => model.doStream(options)),
    },
  };
}

/** The same JSON without lone surrogates, which providers refuse: cut texts and texts of servers may contain some. */
function wellFormed<T>(value: T): T {
  const json = JSON.stringify(value);
  // Only a lone surrogate is written as such an escape.
  return /\\ud[89a-f]/.test(json)
    ? (JSON.parse(json, (_, each: unknown) => (typeof each === 'string' ? each.toWellFormed() : each)) as T)
    : value;
}
