import { queuedWork } from '@assay/work/queue/queued-work';
import type { WorkDesk } from '@assay/work/service/work-service';
import { settleConformance } from '../../actions/conformance/settle-conformance.ts';
import { inspectionWork } from '../../actions/inspections/inspection-work.ts';
import { settleReadiness } from '../../actions/readiness/settle-readiness.ts';
import type { Deps } from '../../deps.ts';

/** The work source of this service: inspections and runs on runners. */
export const workDesk = (deps: Pick<Deps, 'pool' | 'log' | 'work'>): WorkDesk => ({
  sources: [
    queuedWork(deps.pool, {
      inspect: inspectionWork,
      readiness: { settle: settleReadiness(deps) },
      conformance: { settle: settleConformance },
    }),
  ],
  bell: deps.work,
});
