import { explanationSettler } from '@assay/findings/explaining/settle-explanation';
import { explainedFindings } from '@assay/grading/findings/explained-findings';
import { oneByOne } from '@assay/work/queue/queued-work';

/** Adds a model's explanation to the findings of its task. */
export const settleExplanation = oneByOne(
  explanationSettler(async (_tx, body, explanation) => ({
    body: explanation ? explainedFindings(body, explanation) : body,
  })),
);
