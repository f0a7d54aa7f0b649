import { explanationSettler } from '@assay/findings/explaining/settle-explanation';
import { sessionsOfInsights, withExistingSessions } from '@assay/grading/findings/existing-sessions';
import { explainedFindings } from '@assay/grading/findings/explained-findings';
import { oneByOne } from '@assay/work/queue/queued-work';
import { listExistingSessions } from '../../store/study-analytics/study-insights.ts';

/**
 * Adds a model's explanation to the findings of its task. Sessions that were erased meanwhile are no longer evidence.
 */
export const settleStudyExplanation = oneByOne(
  explanationSettler(async (tx, stored, explanation) => {
    const existing = await listExistingSessions(tx, stored.scope.scenarioId ?? '', sessionsOfInsights(stored));
    const body = withExistingSessions(stored, existing);
    return { body: explanation ? explainedFindings(body, explanation) : body };
  }),
);
