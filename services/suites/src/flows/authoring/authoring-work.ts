import { queuedWork } from '@assay/work/queue/queued-work';
import type { WorkProvider } from '@assay/work/service/work-service';
import { settleAuthoringJob } from '../../actions/authoring/settle-authoring-job.ts';
import type { Deps } from '../../deps.ts';
import { advanceJobs } from '../../store/authoring/authoring-jobs.ts';

const PHASES = new Set(['prepare', 'plan', 'draft', 'validate', 'publish']);

/** The work source of this service: authoring jobs. */
export const authoringWork = ({ pool, wakeUp }: Pick<Deps, 'pool' | 'wakeUp'>): WorkProvider => ({
  sources: [
    queuedWork(pool, {
      authoring: {
        settle: settleAuthoringJob,
        progress: (db, phases) =>
          advanceJobs(
            db,
            phases.filter(({ phase }) => PHASES.has(phase)),
          ),
      },
    }),
  ],
  wakeUp,
});
