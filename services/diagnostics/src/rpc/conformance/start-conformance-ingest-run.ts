import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { startReportedRun } from '../../actions/conformance/report-conformance.ts';
import type { Deps } from '../../deps.ts';
import { ingestedConformance } from '../../domain/conformance/conformance-run.ts';
import { newReportedRun, withBodyLimit } from '../../flows/conformance/reported-conformance.ts';

export const startConformanceIngestRun = (deps: Deps) =>
  withBodyLimit(
    handle(operations.startConformanceIngestRun, async (_caller, { projectId }, body) => {
      const { run, reused } = await startReportedRun(deps.pool, await newReportedRun(deps, projectId, body));
      return { ...ingestedConformance(run), reused };
    }),
  );
