import { queuedWork } from '@assay/work/queue/queued-work';
import type { WorkProvider } from '@assay/work/service/work-service';
import { settleConformance } from '../../actions/conformance/settle-conformance.ts';
import { inspectionWork } from '../../actions/inspections/inspection-work.ts';
import { settleReadiness } from '../../actions/readiness/settle-readiness.ts';
import type { Deps } from '../../deps.ts';

/** The work source of this service: inspections and runs on runners. */
export const diagnosticsWork = (deps: Pick<Deps, 'pool' | 'log' | 'work'>): WorkProvider => ({
  sources: [
    queuedWork(deps.pool, {
      inspect: inspectionWork,
      readiness: { settle: settleReadiness(deps) },
      conformance: { settle: settleConformance },
    }),
  ],
  wakeUp: deps.work,
});
