import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { recordReporterHeartbeat } from '../../actions/conformance/report-conformance.ts';
import type { Deps } from '../../deps.ts';
import { ingestedConformance } from '../../domain/conformance/conformance-run.ts';
import { refIn } from '../../flows/conformance/reported-conformance.ts';

export const heartbeatConformanceIngestRun = ({ pool }: Deps) =>
  handle(operations.heartbeatConformanceIngestRun, async (_caller, { projectId }, body) =>
    ingestedConformance(await recordReporterHeartbeat(pool, refIn(projectId, body))),
  );
