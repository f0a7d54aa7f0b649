import { NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { IngestCapabilities } from './capabilities.ts';
import { UPLOAD_BYTES } from './limits.ts';
import {
  ArtifactBytes,
  CreateIngestUpload,
  FinalizeIngest,
  IngestedIterations,
  IngestedRun,
  IngestIterations,
  IngestUpload,
  ReportIngest,
  StartIngest,
  StoredArtifact,
} from './documents.ts';

const common = {
  tag: 'Eval runs',
  service: 'runs',
  status: 200,
  timeoutMs: 60_000,
} as const;
const ours = {
  ...common,
  method: 'POST',
  access: 'member',
  defaultProject: true,
} as const;
const upload = {
  ...common,
  access: 'public',
  input: ArtifactBytes,
  reply: StoredArtifact,
  consumes: 'application/octet-stream',
  maxBodyBytes: UPLOAD_BYTES,
} as const;
const intoUrl = {
  summary: 'Upload a file of results to a URL that was given for it.',
  description:
    'The URL is the credential; no key is needed. The same file may be sent again, another one is a CONFLICT.',
};

export const createEvalIngestUploadUrl = operation({
  ...ours,
  path: '/projects/{projectId}/eval-ingest/artifacts/upload-url',
  headers: ['ci'],
  summary: 'Get a URL to upload a file of results to.',
  description:
    'The URL is good for 15 minutes and for one file. Name the `storageId` of its answer in `artifact` of a report or of a request with results. Files are deleted after 30 days, and with their project.',
  input: CreateIngestUpload,
  reply: IngestUpload,
  bodyOptional: true,
});

export const finalizeEvalIngestRun = operation({
  ...ours,
  path: '/projects/{projectId}/eval-ingest/runs/finalize',
  headers: ['ci'],
  summary: 'End a run that was begun, and decide it by its stored results.',
  description: 'Totals of the reporter are not read. Finalizing it again answers the same.',
  input: FinalizeIngest,
  reply: IngestedRun,
});

export const getEvalIngestCapabilities = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/eval-ingest/capabilities',
  access: 'viewer',
  defaultProject: true,
  summary: 'Read which forms of reports of runs are taken, and how large they may be.',
  input: NoQuery,
  reply: IngestCapabilities,
});

export const ingestEvalRunIterations = operation({
  ...ours,
  path: '/projects/{projectId}/eval-ingest/runs/iterations',
  headers: ['ci'],
  summary: 'Add results to a run that was begun.',
  description:
    'Results whose `externalIterationId` the run has already are skipped. A run that was finalized takes no more: CONFLICT.',
  input: IngestIterations,
  reply: IngestedIterations,
});

export const postEvalIngestArtifact = operation({
  ...upload,
  ...intoUrl,
  method: 'POST',
  path: '/projects/{projectId}/eval-ingest/artifacts/{uploadToken}',
});

export const putEvalIngestArtifact = operation({
  ...upload,
  ...intoUrl,
  method: 'PUT',
  path: '/projects/{projectId}/eval-ingest/artifacts/{uploadToken}',
});

export const reportEvalRun = operation({
  ...ours,
  path: '/projects/{projectId}/eval-ingest/report',
  headers: ['ci'],
  summary: 'Report a whole run that was made elsewhere.',
  description:
    'Stores everything or nothing. With an `externalRunId` a repeated report answers the run that the first one made. Meant for up to 200 results and 1 MiB; the body may have 5 MiB, and larger runs are sent in several requests.',
  input: ReportIngest,
  reply: IngestedRun,
});

export const startEvalIngestRun = operation({
  ...ours,
  path: '/projects/{projectId}/eval-ingest/runs/start',
  headers: ['ci'],
  summary: 'Begin a run that is made elsewhere, to send its results in several requests.',
  description:
    'With the `externalRunId` of an earlier start it answers that run, with `reused`. A run that is not finalized within 24 hours times out. Such runs do not count against the limit of concurrent runs.',
  input: StartIngest,
  reply: IngestedRun,
});
