import type { LanguageModelV4Usage } from '@ai-sdk/provider';

/** At most this many tokens count as reported for one call: ten times the longest context of any model. */
export const MAX_REPORTED_TOKENS = 100_000_000;

/**
 * The usage of an ended answer without the numbers that cannot be true: a count is whole, from 0 to the limit, an answer
 * with content has tokens on both sides, and a cache holds no more than the input.
 */
export function reportedUsage(usage: LanguageModelV4Usage, hasContent: boolean): LanguageModelV4Usage {
  const isCount = (told: number | undefined, least: number) =>
    told !== undefined && Number.isInteger(told) && told >= least && told <= MAX_REPORTED_TOKENS;
  const least = hasContent ? 1 : 0;
  const { inputTokens, outputTokens } = usage;
  const total = isCount(inputTokens.total, least) ? inputTokens.total : undefined;
  const isCacheKnown = isCount(inputTokens.cacheRead, 0) && inputTokens.cacheRead! <= (total ?? 0);
  return {
    ...usage,
    inputTokens: { ...inputTokens, total, cacheRead: isCacheKnown ? inputTokens.cacheRead : undefined },
    outputTokens: { ...outputTokens, total: isCount(outputTokens.total, least) ? outputTokens.total : undefined },
  };
}

/** Whether both sides of an answer are known; its cost is not, otherwise. */
export const isReported = ({ inputTokens, outputTokens }: LanguageModelV4Usage): boolean =>
  inputTokens.total !== undefined && outputTokens.total !== undefined;
