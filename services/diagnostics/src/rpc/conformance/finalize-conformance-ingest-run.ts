import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { finalizeReportedRun } from '../../actions/conformance/report-conformance.ts';
import type { Deps } from '../../deps.ts';
import { ingestedConformance } from '../../domain/conformance/conformance-run.ts';
import { refIn } from '../../flows/conformance/reported-conformance.ts';

export const finalizeConformanceIngestRun = ({ pool }: Deps) =>
  handle(operations.finalizeConformanceIngestRun, async (_caller, { projectId }, body) =>
    ingestedConformance(await finalizeReportedRun(pool, refIn(projectId, body))),
  );
