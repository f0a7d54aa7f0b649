import { Explanation } from '@assay/contract/areas/analysis/explanation';
import type { InsightsBody } from '@assay/contract/areas/analysis/insights';
import { parser } from '@assay/kit/json/parse';
import type { Tx } from '@assay/kit/postgres/db';
import { completeInsights, lockExplained } from '../insights/stored-insights.ts';

/** Insights with what was used of an explanation, and why nothing was. */
export interface ExplainedInsights {
  body: InsightsBody;
  reasonCode?: string;
}

/** Adds an explanation to insights; without a usable one it is undefined. */
export type AddExplanation = (
  tx: Tx,
  body: InsightsBody,
  explanation: Explanation | undefined,
) => Promise<ExplainedInsights>;

/** The end of a work item that was to explain insights. */
export interface ExplanationEnd {
  id: string;
  result: { output: Buffer } | { error: { code: string } };
}

/** Makes a function that completes the insights of a work item with the explanation that its runner reports. */
export const explanationSettler =
  (add: AddExplanation) =>
  async (tx: Tx, { id, result }: ExplanationEnd): Promise<void> => {
    const body = await lockExplained(tx, id);
    if (!body) return;
    const explanation = 'output' in result ? explanationIn(result.output) : undefined;
    const failure = 'error' in result ? result.error.code : 'INVALID_EXPLANATION';
    const explained = await add(tx, body, explanation);
    await completeInsights(tx, id, explained.body, explanation ? (explained.reasonCode ?? null) : failure);
  };

const parse = parser(Explanation);

function explanationIn(output: Buffer): Explanation | undefined {
  try {
    return parse(output);
  } catch {
    return undefined;
  }
}
