import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { addToReportedRun } from '../../actions/conformance/report-conformance.ts';
import type { Deps } from '../../deps.ts';
import { ingestedConformance } from '../../domain/conformance/conformance-run.ts';
import { refIn, scenariosIn, withBodyLimit } from '../../flows/conformance/reported-conformance.ts';

export const upsertConformanceIngestReport = ({ pool }: Deps) =>
  withBodyLimit(
    handle(operations.upsertConformanceIngestReport, async (_caller, { projectId }, body) => {
      const ref = refIn(projectId, body);
      const scenarios = scenariosIn(body);
      const { run, inserted } = await addToReportedRun(pool, ref, scenarios);
      return { ...ingestedConformance(run), inserted, skipped: scenarios.length - inserted };
    }),
  );
