import { explainedFindings } from '@assay/grading/findings/explained-findings';
import { settleExplanations } from '@assay/work/explaining/explained-insights';
import { runInsights } from '../../store/analysis/insights.ts';

/** Adds a model's explanation to the findings of its task. */
export const settleExplanation = settleExplanations(runInsights, (_tx, body, explanation) =>
  explanation ? explainedFindings(body, explanation) : body,
);
