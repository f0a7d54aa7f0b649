import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { CaseDraft, EvalCaseDraftPage, ListEvalCaseDrafts } from './drafts.ts';
import { ReviewCaseDraft } from './review.ts';
import { CommitEvalAuthoringJob, DraftCaseFromSession, GenerateEvalCases, ImportEvalCases } from './requests.ts';
import {
  CommitReply,
  EvalAuthoringJob,
  EvalAuthoringJobAccepted,
  EvalAuthoringJobPage,
  EvalCaseDrafted,
  EvalCaseImported,
  ListEvalAuthoringJobs,
} from './documents.ts';
import { TryCaseDraft } from './draft-trial.ts';

const common = { tag: 'Eval cases', access: 'member', service: 'suites' } as const;
const CASES = '/projects/{projectId}/eval-suites/{suiteId}/cases';
const WAIT =
  'The answer waits up to 25 s for the drafts and writes every draft without an issue. Drafts that are not done by then are answered with 202 and the job, to be read and committed later. With `hold` nothing is written.';
const AUTHORING = '/projects/{projectId}/eval-suites/{suiteId}/authoring/{jobId}';

export const cancelEvalAuthoringJob = operation({
  ...common,
  method: 'POST',
  path: `${AUTHORING}/cancel`,
  summary: 'Stop a pending authoring job.',
  description: 'Cancelling a cancelled job answers it again; one that ended otherwise is a CONFLICT.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: EvalAuthoringJob,
});

export const commitEvalAuthoringJob = operation({
  ...common,
  method: 'POST',
  path: `${AUTHORING}/commit`,
  headers: ['declaredSuiteId'],
  summary: "Write a finished job's drafts into the suite.",
  description:
    'A draft with an unresolved issue, or with additions that were not accepted, is skipped and stays on the job; a rejected draft stays there too. A job that failed, was cancelled or is still pending after 25 s answers its status, with nothing created. A job of source `markdown` is reviewed elsewhere: 404.',
  input: CommitEvalAuthoringJob,
  bodyOptional: true,
  timeoutMs: 60_000,
  status: 200,
  reply: CommitReply,
});

export const generateEvalCases = operation({
  ...common,
  method: 'POST',
  path: `${CASES}/generate`,
  headers: ['idempotencyKey', 'declaredSuiteId'],
  brake: 'generation',
  summary: "Draft cases from the primitives of the suite's servers, and write them.",
  description: `${WAIT} Without \`caseMix\` and \`mode\` it is two simple cases, one with several tools, one with several turns and one negative. The drafts are grounded in the tools that the servers declare at that moment.`,
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
  headers: ['idempotencyKey', 'declaredSuiteId'],
  brake: 'generation',
  summary: 'Draft cases from a document, and write them.',
  description: `${WAIT} Every case keeps where in the document it stands, to the line, and the document's hash. A draft with content that the document does not say is not written without a person's consent: it stays on the job.`,
  input: ImportEvalCases,
  timeoutMs: 60_000,
  status: 200,
  reply: CommitReply,
  otherwise: { status: 202, reply: EvalAuthoringJobAccepted },
});

export const draftEvalCaseFromSession = operation({
  ...common,
  method: 'POST',
  path: `${CASES}/from-session`,
  headers: ['declaredSuiteId'],
  summary: "Draft a case from a chat session or a visitor's session of a study.",
  description:
    'The draft has the messages of the person as prompts; after each, the calls that succeeded as assertions `toolCalledWith` whose arguments match partially; and the last answer as `expectedOutput`. It is put on an authoring job of its own, to be reviewed and committed. What looks like a secret was masked when it was stored, and an issue blocks the draft until a person resolves it. A case takes at most 200 steps of at most 100 turns.',
  input: DraftCaseFromSession,
  status: 201,
  reply: EvalCaseDrafted,
  also: [409],
});

export const getEvalAuthoringJob = operation({
  ...common,
  access: 'viewer',
  method: 'GET',
  path: AUTHORING,
  summary: 'Read an authoring job and its drafts.',
  input: NoQuery,
  status: 200,
  reply: EvalAuthoringJob,
});

export const listEvalAuthoringJobs = operation({
  ...common,
  access: 'viewer',
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}/authoring',
  summary: 'List the authoring jobs of a suite, newest first.',
  input: ListEvalAuthoringJobs,
  status: 200,
  reply: EvalAuthoringJobPage,
});

export const listEvalCaseDrafts = operation({
  ...common,
  access: 'viewer',
  method: 'GET',
  path: '/projects/{projectId}/eval-suites/{suiteId}/drafts',
  summary: 'List the drafts of a suite over all authoring jobs, newest job first.',
  description: 'Rejected drafts are among them. A draft that was written is a case, and no longer listed.',
  input: ListEvalCaseDrafts,
  status: 200,
  reply: EvalCaseDraftPage,
});

export const reviewEvalCaseDraft = operation({
  ...common,
  method: 'PATCH',
  path: `${AUTHORING}/drafts/{draftId}`,
  summary: 'Change, decide or resolve a draft; nothing is written to the suite.',
  description:
    'A resolved issue, an answered guess and an accepted addition no longer block the draft. A change of its `case` is checked again, and issues of changed steps are dropped; it cannot be combined with `resolutions` or `answers`, which name issues by their place. The use of tools in a changed step is not checked against the servers.',
  input: ReviewCaseDraft,
  status: 200,
  reply: CaseDraft,
});

export const tryEvalCaseDraft = operation({
  ...common,
  // The runs service answers it, because it grades.
  service: 'runs',
  method: 'POST',
  path: `${AUTHORING}/drafts/{draftId}/try`,
  hasEffect: true,
  summary: 'Try a draft once: make its calls on the real servers, judge them, and keep the trial with the draft.',
  description:
    'No run is made, and no verdict counts the trial; the calls are among the calls of a person. A draft with prompts or clicks is a CONFLICT with `details.reason` DRAFT_NEEDS_RUN: only a run has a model and a browser.',
  input: TryCaseDraft,
  bodyOptional: true,
  timeoutMs: 120_000,
  status: 200,
  reply: CaseDraft,
});
