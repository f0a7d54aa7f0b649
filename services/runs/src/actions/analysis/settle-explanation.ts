import { Explanation } from '@assay/contract/areas/analysis/explanation';
import { explainedFindings } from '@assay/grading/findings/explained-findings';
import { oneByOne } from '@assay/work/queue/queued-work';
import { parser } from '@assay/kit/json/parse';
import { claimExplained, completeInsights } from '../../store/analysis/insights.ts';

const parse = parser(Explanation);

/**
 * Adds a model's explanation to the findings of its task. Without a usable explanation the findings are completed as
 * they are, with the reason.
 */
export const settleExplanation = oneByOne(async (tx, { id, result }) => {
  const claimed = await claimExplained(tx, id);
  if (!claimed) return;
  const { runId, body } = claimed;
  const explanation = 'output' in result ? explanationIn(result.output) : undefined;
  if (explanation) await completeInsights(tx, runId, explainedFindings(body, explanation), null);
  else await completeInsights(tx, runId, body, 'error' in result ? result.error.code : 'INVALID_EXPLANATION');
});

function explanationIn(output: Buffer): Explanation | undefined {
  try {
    return parse(output);
  } catch {
    return undefined;
  }
}
