import { queuedWork } from '@assay/work/queue/queued-work';
import type { WorkProvider } from '@assay/work/service/work-service';
import type { WorkSource } from '@assay/work/service/work-source';
import { settleConformance } from '../../actions/conformance/settle-conformance.ts';
import { inspectionWork } from '../../actions/inspections/inspection-work.ts';
import { settleReadiness } from '../../actions/readiness/settle-readiness.ts';
import type { Deps } from '../../deps.ts';
import { noteRunner } from '../../store/inspections/known-runners.ts';

/** The work source of this service: inspections and runs on runners. It notes the runners that ask for inspections. */
export const diagnosticsWork = (deps: Pick<Deps, 'pool' | 'log' | 'work'>): WorkProvider => {
  const source = queuedWork(deps.pool, {
    inspect: inspectionWork,
    readiness: { settle: settleReadiness(deps) },
    conformance: { settle: settleConformance },
  });
  const claim: WorkSource['claim'] = async (request, leaseMs) => {
    if (request.kinds.includes('inspect')) await noteRunner(deps.pool, request);
    return source.claim(request, leaseMs);
  };
  return { sources: [{ ...source, claim }], wakeUp: deps.work };
};
