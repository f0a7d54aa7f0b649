import {
  CaseDraft,
  CommitEvalAuthoringJob,
  CommitReply,
  EvalAuthoringJob,
  EvalAuthoringJobAccepted,
  EvalCaseImported,
  GenerateEvalCases,
  ImportEvalCases,
  ReviewCaseDraft,
} from '../areas/authoring/documents.ts';
import { CreateEvalCases, EvalCasesBatchResult } from '../areas/cases/batch.ts';
import {
  CreateEvalCase,
  EvalCase,
  EvalCasePage,
  GetEvalCase,
  ListEvalCases,
  UpdateEvalCase,
} from '../areas/cases/documents.ts';
import { EvalAssertionTypes } from '../areas/iterations/replay.ts';
import { NoInput, NoQuery } from '../none.ts';
import { EvalDeleted } from '../areas/suites/documents.ts';
import { SuitesService } from '../gen/assay/v1/suites.ts';
import { operation } from '../operation.ts';

const common = { tag: 'Eval cases', access: 'member', service: 'suites' } as const;
const CASES = '/projects/{projectId}/eval-suites/{suiteId}/cases';
const AUTHORING = '/projects/{projectId}/eval-suites/{suiteId}/authoring/{jobId}';

export const listEvalCases = operation({
  ...common,
  access: 'viewer',
  method: 'GET',
  path: CASES,
  summary: 'List the cases of a suite in the order they were written.',
  rpc: SuitesService.listCases,
  input: ListEvalCases,
  status: 200,
  reply: EvalCasePage,
});

export const getEvalCase = operation({
  ...common,
  method: 'GET',
  path: `${CASES}/{caseId}`,
  access: 'viewer',
  summary: 'Read one case.',
  rpc: SuitesService.getCase,
  input: GetEvalCase,
  status: 200,
  reply: EvalCase,
});

export const createEvalCase = operation({
  ...common,
  method: 'POST',
  path: CASES,
  summary: 'Add a case to a suite.',
  description: [
    'A case that repeats one of the suite is a CONFLICT with `details.reason` DUPLICATE_CONTENT; the batch can add it on purpose. It repeats another when their steps are the same but for ids and the order of keys; one whose prompts are merely worded a little differently is written.',
    'With an idempotency key a repeated request answers the case that the first one made; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.',
    'A case that is refused with 400 says why in `details.reason`, in the codes of the batch: INVALID_ITEM, INVALID_CASE_ID, INVALID_IMPORT, INVALID_CASE, UNSTORABLE_ITEM or ITEM_TOO_LARGE.',
    'Whether `passThreshold` and `repetitions` are taken depends on the suite: only one that grades per case uses them.',
  ].join('\n\n'),
  rpc: SuitesService.createCase,
  input: CreateEvalCase,
  status: 201,
  reply: EvalCase,
});

export const createEvalCases = operation({
  ...common,
  method: 'POST',
  path: `${CASES}/batch`,
  summary: 'Add many cases to a suite, each by itself.',
  description:
    'Answers 201 whatever became of them: read `failed`. With an idempotency key every case has a key of its own, from its `id` or else from its place, so that a repeated request adds only what is missing.',
  rpc: SuitesService.createCases,
  input: CreateEvalCases,
  status: 201,
  reply: EvalCasesBatchResult,
});

export const updateEvalCase = operation({
  ...common,
  method: 'PATCH',
  path: `${CASES}/{caseId}`,
  summary: 'Change a case.',
  description:
    'Steps are replaced as a whole. A case of a single tool call does not become one with a prompt, nor the other way round. Where a case comes from (`source`) does not change.',
  rpc: SuitesService.updateCase,
  input: UpdateEvalCase,
  status: 200,
  reply: EvalCase,
});

export const deleteEvalCase = operation({
  ...common,
  method: 'DELETE',
  path: `${CASES}/{caseId}`,
  summary: 'Delete a case; runs that tried it keep what they saw.',
  rpc: SuitesService.deleteCase,
  input: NoInput,
  status: 200,
  reply: EvalDeleted,
  bodyOptional: true,
});

const WAIT =
  'The answer waits 25 s for the drafts and writes those that nothing is wrong with; what is not done by then is answered with 202 and the job, to be read and committed later.';

export const generateEvalCases = operation({
  ...common,
  method: 'POST',
  path: `${CASES}/generate`,
  brake: 'generation',
  summary: "Draft cases from what the suite's servers offer, and write them.",
  description: `${WAIT} Without \`caseMix\` and \`mode\` it is two simple cases, one with several tools, one with several turns and one negative. The drafts are grounded in the tools that the servers declare at that moment.`,
  rpc: SuitesService.generateCases,
  input: GenerateEvalCases,
  bodyOptional: true,
  timeoutMs: 60_000,
  status: 200,
  reply: EvalCaseImported,
  otherwise: { status: 202, reply: EvalAuthoringJobAccepted },
});

export const importEvalCases = operation({
  ...common,
  method: 'POST',
  path: `${CASES}/import`,
  brake: 'generation',
  summary: 'Draft cases from a document, and write them.',
  description: `${WAIT} Every case keeps where in the document it stands, to the line, and the document's hash. What the document does not say is not written without somebody's consent: such a draft stays on the job.`,
  rpc: SuitesService.importCases,
  input: ImportEvalCases,
  timeoutMs: 60_000,
  status: 200,
  reply: CommitReply,
  otherwise: { status: 202, reply: EvalAuthoringJobAccepted },
});

export const getEvalAuthoringJob = operation({
  ...common,
  access: 'viewer',
  method: 'GET',
  path: AUTHORING,
  summary: 'Read an authoring job and its drafts.',
  rpc: SuitesService.getAuthoringJob,
  input: NoQuery,
  status: 200,
  reply: EvalAuthoringJob,
});

export const commitEvalAuthoringJob = operation({
  ...common,
  method: 'POST',
  path: `${AUTHORING}/commit`,
  summary: "Write a finished job's drafts into the suite.",
  description:
    'A draft with an issue that nobody resolved, or with additions that nobody accepted, is skipped and stays on the job. A job that failed, was cancelled or is still pending after 25 s answers its status, with nothing created. A job of source `markdown` is reviewed elsewhere: 404.',
  rpc: SuitesService.commitAuthoringJob,
  input: CommitEvalAuthoringJob,
  bodyOptional: true,
  timeoutMs: 60_000,
  status: 200,
  reply: CommitReply,
});

export const cancelEvalAuthoringJob = operation({
  ...common,
  method: 'POST',
  path: `${AUTHORING}/cancel`,
  summary: 'Stop a pending authoring job.',
  description: 'Cancelling a cancelled job answers it again; one that ended otherwise is a CONFLICT.',
  rpc: SuitesService.cancelAuthoringJob,
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: EvalAuthoringJob,
});

export const reviewEvalCaseDraft = operation({
  ...common,
  method: 'PATCH',
  path: `${AUTHORING}/drafts/{draftId}`,
  summary: 'Settle the doubts about a draft.',
  description:
    'A resolved issue and an accepted addition no longer hold the draft back; what a draft says is changed after it was written, as a case.',
  rpc: SuitesService.reviewDraft,
  input: ReviewCaseDraft,
  status: 200,
  reply: CaseDraft,
});

export const listEvalAssertionTypes = operation({
  ...common,
  access: 'public',
  method: 'GET',
  path: '/eval-assertion-types',
  summary: 'List every assertion type with what it means.',
  rpc: SuitesService.listAssertionTypes,
  input: NoQuery,
  status: 200,
  reply: EvalAssertionTypes,
});
