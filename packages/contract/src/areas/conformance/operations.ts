import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  ConformanceReport,
  ConformanceRun,
  ConformanceRunPage,
  ConformanceRunReceipt,
  ListConformanceRuns,
  StartConformanceRun as StartRun,
} from './documents.ts';
import {
  ConformanceIngestRef,
  IngestedConformance,
  ReportConformance,
  StartConformanceIngest,
  UpsertConformanceReports,
} from './ingest.ts';

const common = { tag: 'Conformance runs', access: 'member', service: 'diagnostics' } as const;
const run = '/projects/{projectId}/conformance-runs/{runId}';
const ingest = {
  ...common,
  method: 'POST',
  status: 200,
  reply: IngestedConformance,
  timeoutMs: 60_000,
} as const;

export const cancelConformanceRun = operation({
  ...common,
  method: 'POST',
  path: `${run}/cancel`,
  scope: 'launch',
  summary: 'Cancel a conformance run.',
  description: 'A run that is over, cancelled included, is a CONFLICT.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: ConformanceRun,
});

export const finalizeConformanceIngestRun = operation({
  ...ingest,
  path: '/projects/{projectId}/conformance-ingest/runs/finalize',
  summary: 'End a conformance run that was begun, and decide it by its stored results.',
  description:
    'A requested suite without any report could not run, and leaves the outcome `incomplete` at best. Finalizing it again answers the same; a run that was cancelled or abandoned is a CONFLICT.',
  input: ConformanceIngestRef,
});

export const getConformanceReport = operation({
  ...common,
  method: 'GET',
  path: `${run}/report`,
  access: 'viewer',
  summary: 'Read the scenarios of a run that did not conform.',
  description:
    'Failing scenarios with their failing checks, warnings, and scenarios that say nothing about the server: many of the official suite need tools, prompts or resources of its own test server, and are not applicable to a server that lacks them. Scenarios whose names begin with `assay/` are our own; their checks name the section of the specification and hold what was sent and answered. NOT_FOUND until there are results.',
  input: NoQuery,
  status: 200,
  reply: ConformanceReport,
});

export const getConformanceRun = operation({
  ...common,
  access: 'viewer',
  method: 'GET',
  path: run,
  summary: 'Read the status of a conformance run, and the outcome of its suites.',
  input: NoQuery,
  status: 200,
  reply: ConformanceRun,
});

export const heartbeatConformanceIngestRun = operation({
  ...ingest,
  path: '/projects/{projectId}/conformance-ingest/runs/heartbeat',
  safe: true,
  summary: 'Keep a conformance run alive that is made elsewhere; the answer says whether it still is.',
  input: ConformanceIngestRef,
});

export const listConformanceRuns = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/conformance-runs',
  access: 'viewer',
  summary: "List a project's conformance runs, newest first, including runs that were made elsewhere.",
  input: ListConformanceRuns,
  status: 200,
  reply: ConformanceRunPage,
});

export const reportConformanceRun = operation({
  ...ingest,
  path: '/projects/{projectId}/conformance-ingest/report',
  summary: 'Report a whole conformance run that was made elsewhere.',
  description:
    'Stores everything or nothing, and ends the run. The files that the official suite writes can be sent as they are, in `files`. With an `externalRunId` a repeated report answers the run that the first one made.',
  input: ReportConformance,
});

export const startConformanceIngestRun = operation({
  ...ingest,
  path: '/projects/{projectId}/conformance-ingest/runs/start',
  summary: 'Begin a conformance run that is made elsewhere, to send its results in several requests.',
  description:
    'With the `externalRunId` of an earlier start it answers that run, with `reused`. A run that is silent for 30 minutes fails as `abandoned`.',
  input: StartConformanceIngest,
  bodyOptional: true,
});

export const startConformanceRun = operation({
  ...common,
  method: 'POST',
  path: '/projects/{projectId}/servers/{serverId}/conformance-runs',
  scope: 'launch',
  headers: ['idempotencyKey'],
  summary: "Test a server with the protocol's official suite and scenarios of our own.",
  description:
    "A runner runs `@modelcontextprotocol/conformance` with the saved settings of the server, and calls the suite's own tools where the server has them; then it plays scenarios of our own, which any server can pass, also one that is started by a command. Poll the run for its outcome. A server behind OAuth without a grant is a VALIDATION_ERROR; one that is switched off is a CONFLICT. With an idempotency key a repeated request answers the run that the first one made, with `deduped`; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT. A project may have 10 runs open at once.",
  input: StartRun,
  bodyOptional: true,
  status: 202,
  reply: ConformanceRunReceipt,
});

export const upsertConformanceIngestReport = operation({
  ...ingest,
  path: '/projects/{projectId}/conformance-ingest/runs/reports',
  summary: 'Add results to a conformance run that was begun.',
  description:
    'A scenario that is there already is skipped; with other content it is a CONFLICT, and nothing of the request is stored. A run that is over takes no more: CONFLICT.',
  input: UpsertConformanceReports,
});
