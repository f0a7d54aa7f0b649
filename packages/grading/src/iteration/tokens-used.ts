import type { Transcript } from '@assay/contract/areas/transcripts/documents';

/** The larger of the reported total and the sum of its parts; undefined when nothing was reported, which is not zero. */
export function tokensUsed({ totalTokens, inputTokens, outputTokens }: NonNullable<Transcript['usage']> = {}):
  | number
  | undefined {
  if ((totalTokens ?? inputTokens ?? outputTokens) === undefined) return undefined;
  return Math.max(totalTokens ?? 0, (inputTokens ?? 0) + (outputTokens ?? 0));
}
