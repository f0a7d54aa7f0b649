import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { reportRun } from '../../actions/conformance/report-conformance.ts';
import type { Deps } from '../../deps.ts';
import { ingestedConformance } from '../../domain/conformance/conformance-run.ts';
import { newReportedRun, scenariosIn, withBodyLimit } from '../../flows/conformance/reported-conformance.ts';

export const reportConformanceRun = (deps: Deps) =>
  withBodyLimit(
    handle(operations.reportConformanceRun, async (_caller, { projectId }, body) => {
      const scenarios = scenariosIn(body);
      const { run, reused, inserted } = await reportRun(
        deps.pool,
        await newReportedRun(deps, projectId, body),
        scenarios,
      );
      return {
        ...ingestedConformance(run),
        reused,
        inserted,
        skipped: scenarios.length - inserted,
      };
    }),
  );
