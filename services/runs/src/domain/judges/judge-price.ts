import type { EvalRunJudgePreview } from '@assay/contract/areas/judges/preview';
import type { ModelPrice } from '@assay/mesh/gen/assay/v1/catalog';

/** Bytes of evidence to a token of a model, as a guess. */
const BYTES_PER_TOKEN = 4;
/** The tokens of a judge's instructions, and of its answer, as a guess. */
const [INSTRUCTIONS, ANSWER] = [600, 250];

/** The tokens of judging `trials`, by the sizes in bytes of the evidence of some of them. */
export function judgeTokens(trials: number, sampled: readonly number[]): EvalRunJudgePreview['expectedTokens'] {
  if (trials === 0 || sampled.length === 0) return null;
  const mean = sampled.reduce((sum, bytes) => sum + bytes, 0) / sampled.length;
  return { input: Math.ceil(trials * (INSTRUCTIONS + mean / BYTES_PER_TOKEN)), output: trials * ANSWER };
}

/** Their price in US dollars; null where the model has none that is known. */
export const judgePrice = (
  tokens: EvalRunJudgePreview['expectedTokens'],
  price: ModelPrice | undefined,
): number | null => (tokens && price ? (tokens.input * price.input + tokens.output * price.output) / 1_000_000 : null);
