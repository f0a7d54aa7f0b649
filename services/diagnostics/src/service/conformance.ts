import { ConformanceService } from '@assay/contract/gen/assay/v1/conformance';
import { implement, type Implementation } from '@assay/kit/serve';
import type { Deps } from '../deps.ts';
import { cancelConformanceRun } from '../rpc/cancel-conformance-run.ts';
import { finalizeConformanceIngestRun } from '../rpc/finalize-conformance-ingest-run.ts';
import { getConformanceReport } from '../rpc/get-conformance-report.ts';
import { getConformanceRun } from '../rpc/get-conformance-run.ts';
import { heartbeatConformanceIngestRun } from '../rpc/heartbeat-conformance-ingest-run.ts';
import { listConformanceRuns } from '../rpc/list-conformance-runs.ts';
import { reportConformanceRun } from '../rpc/report-conformance-run.ts';
import { startConformanceIngestRun } from '../rpc/start-conformance-ingest-run.ts';
import { startConformanceRun } from '../rpc/start-conformance-run.ts';
import { upsertConformanceIngestReport } from '../rpc/upsert-conformance-ingest-report.ts';

/** Holds servers against the protocol's official suite, and keeps what such suites said elsewhere. */
export const conformance = (deps: Deps): Implementation[] => [
  implement(ConformanceService, {
    startConformanceRun: startConformanceRun(deps),
    listConformanceRuns: listConformanceRuns(deps),
    getConformanceRun: getConformanceRun(deps),
    cancelConformanceRun: cancelConformanceRun(deps),
    getConformanceReport: getConformanceReport(deps),
    reportConformanceRun: reportConformanceRun(deps),
    startConformanceIngestRun: startConformanceIngestRun(deps),
    upsertConformanceIngestReport: upsertConformanceIngestReport(deps),
    heartbeatConformanceIngestRun: heartbeatConformanceIngestRun(deps),
    finalizeConformanceIngestRun: finalizeConformanceIngestRun(deps),
  }),
];
