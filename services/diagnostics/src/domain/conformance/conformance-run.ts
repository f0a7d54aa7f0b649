import type {
  ConformanceRun,
  ConformanceRunReceipt,
  ConformanceSource,
  ConformanceTarget,
} from '@assay/contract/areas/conformance/documents';
import type { ConformanceSuite } from '@assay/contract/areas/conformance/check';
import type { IngestedConformance } from '@assay/contract/areas/conformance/ingest';
import { given } from '@assay/contract/given';
import type { DirectoryRun } from '../directory-runs/directory-run.ts';
import { summaryOf, type ConformanceSummary } from './suites.ts';

/** The request of a conformance run, as it was made or reported. */
export interface ConformanceRequest {
  suites: ConformanceSuite[];
  /** The only scenarios of the run. */
  scenarios?: string[];
  target: ConformanceTarget;
  source: ConformanceSource;
  engine: ConformanceRun['engine'];
  protocolVersion: string | null;
  ci?: Record<string, unknown>;
}

export type StoredConformance = DirectoryRun<ConformanceRequest, ConformanceSummary> & { variant: 'made' | 'reported' };

const summaryNow = ({ request, outcome }: StoredConformance): ConformanceSummary =>
  outcome ?? summaryOf(request.suites, []);

/** Whether a report exists. */
export const hasResults = (run: StoredConformance): boolean =>
  summaryNow(run).suites.some((suite) => suite.status !== 'pending');

/** A run as the API shows it. */
export function conformanceRun(run: StoredConformance): ConformanceRun {
  const {
    id,
    projectId,
    serverId,
    status,
    attempts,
    request,
    externalRunId,
    terminalReason,
    errorMessage,
    createdAt,
    updatedAt,
  } = run;
  const {
    suites: requestedSuites,
    scenarios: requestedScenarios,
    target,
    source,
    engine,
    protocolVersion,
    ci,
  } = request;
  const hasReport = hasResults(run);
  return {
    id,
    serverId,
    target,
    source,
    externalRunId,
    status,
    requestedSuites,
    engine,
    protocolVersion,
    ...given({ ci, requestedScenarios }),
    ...summaryNow(run),
    attemptCount: attempts,
    terminalReason,
    errorMessage,
    hasReport,
    reportUrl: hasReport ? `/api/v1/projects/${projectId}/conformance-runs/${id}/report` : null,
    createdAt: createdAt.getTime(),
    updatedAt: updatedAt.getTime(),
  };
}

/** The answer to the start of a run. */
export const conformanceReceipt = (
  { id: runId, projectId, status, request: { suites: requestedSuites } }: StoredConformance,
  serverId: string,
  deduped: boolean,
): ConformanceRunReceipt => ({
  runId,
  projectId,
  serverId,
  status,
  deduped,
  requestedSuites,
});

/** A run as its reporter sees it. */
export function ingestedConformance(run: StoredConformance): IngestedConformance {
  const { outcome, suites } = summaryNow(run);
  return {
    ok: true,
    runId: run.id,
    projectId: run.projectId,
    externalRunId: run.externalRunId,
    status: run.status,
    outcome,
    suites,
  };
}
