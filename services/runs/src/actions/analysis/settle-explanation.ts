import { explainedFindings } from '@assay/grading/findings/explained-findings';
import { settleExplanations } from '@assay/findings/insights/explained-insights';
import { runInsights } from '../../store/analysis/insights.ts';

/** Adds a model's explanation to the findings of its task. */
export const settleExplanation = settleExplanations(runInsights, async (_tx, body, explanation) => ({
  body: explanation ? explainedFindings(body, explanation) : body,
}));
