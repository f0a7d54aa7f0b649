import { Explanation } from '@assay/contract/areas/analysis/explanation';
import { explainedFindings } from '@assay/grading/findings/explained-findings';
import { parser } from '@assay/kit/json/parse';
import { oneByOne } from '@assay/work/queue/queued-work';
import { sessionsOfInsights, withExistingSessions } from '../../domain/study-analytics/existing-sessions.ts';
import {
  claimExplained,
  completeStudyInsights,
  listExistingSessions,
} from '../../store/study-analytics/study-insights.ts';

const parse = parser(Explanation);

/**
 * Adds a model's explanation to the findings of its task. Without a usable explanation the findings are completed as
 * they are, with the reason. Sessions that were erased meanwhile are no longer evidence.
 */
export const settleStudyExplanation = oneByOne(async (tx, { id, result }) => {
  const claimed = await claimExplained(tx, id);
  if (!claimed) return;
  const existing = await listExistingSessions(tx, claimed.studyId, sessionsOfInsights(claimed.body));
  const body = withExistingSessions(claimed.body, existing);
  const explanation = 'output' in result ? explanationIn(result.output) : undefined;
  if (explanation) await completeStudyInsights(tx, { ...claimed, body: explainedFindings(body, explanation) }, null);
  else
    await completeStudyInsights(
      tx,
      { ...claimed, body },
      'error' in result ? result.error.code : 'INVALID_EXPLANATION',
    );
});

function explanationIn(output: Buffer): Explanation | undefined {
  try {
    return parse(output);
  } catch {
    return undefined;
  }
}
