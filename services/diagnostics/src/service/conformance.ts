import { ConformanceService } from '@assay/contract/gen/assay/v1/conformance';
import { implement, type Implementation } from '@assay/kit/rpc/serve';
import type { Deps } from '../deps.ts';
import { cancelConformanceRun } from '../rpc/conformance/cancel-conformance-run.ts';
import { finalizeConformanceIngestRun } from '../rpc/conformance/finalize-conformance-ingest-run.ts';
import { getConformanceReport } from '../rpc/conformance/get-conformance-report.ts';
import { getConformanceRun } from '../rpc/conformance/get-conformance-run.ts';
import { heartbeatConformanceIngestRun } from '../rpc/conformance/heartbeat-conformance-ingest-run.ts';
import { listConformanceRuns } from '../rpc/conformance/list-conformance-runs.ts';
import { reportConformanceRun } from '../rpc/conformance/report-conformance-run.ts';
import { startConformanceIngestRun } from '../rpc/conformance/start-conformance-ingest-run.ts';
import { startConformanceRun } from '../rpc/conformance/start-conformance-run.ts';
import { upsertConformanceIngestReport } from '../rpc/conformance/upsert-conformance-ingest-report.ts';

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
