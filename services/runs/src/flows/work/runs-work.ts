import { CATALOGUE_DRAFT_KIND, CATALOGUE_TRIAL_KIND } from '@assay/contract/areas/catalogue-labs/kinds';
import { queuedWork } from '@assay/work/queue/queued-work';
import type { WorkProvider } from '@assay/work/service/work-service';
import type { Deps } from '../../deps.ts';
import { settleExplanation } from '../../actions/analysis/settle-explanation.ts';
import { EXPLAIN_KIND } from '../../actions/analysis/start-insights.ts';
import { settleDraft } from '../../actions/catalogue-labs/settle-draft.ts';
import { JUDGE_KIND } from '../../actions/judges/ask-judge.ts';
import { catalogueTrials } from '../catalogue-labs/lab-work.ts';
import { judgeWork } from '../judges/judge-work.ts';
import { iterationWork } from './iteration-work.ts';

/** The work of this service: iterations, the questions to models about runs, and catalogue labs. */
export const runsWork = (
  deps: Pick<Deps, 'pool' | 'log' | 'frozen' | 'followers' | 'work' | 'leaseMs' | 'catalog' | 'environments'>,
): WorkProvider => ({
  sources: [
    iterationWork(deps),
    queuedWork(deps.pool, {
      [JUDGE_KIND]: judgeWork,
      [EXPLAIN_KIND]: { settle: settleExplanation },
      [CATALOGUE_TRIAL_KIND]: catalogueTrials,
      [CATALOGUE_DRAFT_KIND]: { settle: settleDraft },
    }),
  ],
  wakeUp: deps.work,
  leaseMs: deps.leaseMs,
});
