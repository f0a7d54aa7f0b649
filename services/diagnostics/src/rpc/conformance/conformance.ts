import { operations } from '@assay/contract/operations';
import { handle } from '@assay/kit/rpc/handle';
import { finalizeReportedRun, recordReporterHeartbeat } from '../../actions/conformance/report-conformance.ts';
import { cancelDirectoryRun } from '../../actions/directory-runs/start-directory-run.ts';
import type { Deps } from '../../deps.ts';
import {
  conformanceRun,
  ingestedConformance,
  type StoredConformance,
} from '../../domain/conformance/conformance-run.ts';
import { refIn } from '../../flows/conformance/reported-conformance.ts';

export const cancelConformanceRun = (deps: Deps) =>
  handle(operations.cancelConformanceRun, async (_caller, { projectId, runId }) =>
    conformanceRun(await cancelDirectoryRun<StoredConformance>(deps, 'conformance', { projectId, runId })),
  );

export const finalizeConformanceIngestRun = ({ pool }: Deps) =>
  handle(operations.finalizeConformanceIngestRun, async (_caller, { projectId }, body) =>
    ingestedConformance(await finalizeReportedRun(pool, refIn(projectId, body))),
  );

export const heartbeatConformanceIngestRun = ({ pool }: Deps) =>
  handle(operations.heartbeatConformanceIngestRun, async (_caller, { projectId }, body) =>
    ingestedConformance(await recordReporterHeartbeat(pool, refIn(projectId, body))),
  );
