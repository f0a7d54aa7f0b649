import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { addToReportedRun } from '../../actions/conformance/report-conformance.ts';
import type { Deps } from '../../deps.ts';
import { ingested } from '../../domain/conformance/conformance-run.ts';
import { refIn, scenariosIn, sized } from '../../flows/conformance/reported-conformance.ts';

export const upsertConformanceIngestReport = ({ pool }: Deps) =>
  sized(
    handle(operations.upsertConformanceIngestReport, async (_caller, { projectId }, body) => {
      const ref = refIn(projectId, body);
      const scenarios = scenariosIn(body);
      const { run, inserted } = await addToReportedRun(pool, ref, scenarios);
      return { ...ingested(run), inserted, skipped: scenarios.length - inserted };
    }),
  );
