import { NoInput, NoQuery } from '../../none.ts';
import { operation, type ToolRules } from '../../operation.ts';
import { EvalAssertionTypes } from '../iterations/replay.ts';
import { EvalDeleted } from '../suites/documents.ts';
import { CreateEvalCases, EvalCasesBatchResult } from './batch.ts';
import { CaseToolUsePage, ListCasesByTool } from './tool-use.ts';
import { CreateEvalCase, EvalCase, EvalCasePage, GetEvalCase, ListEvalCases, UpdateEvalCase } from './documents.ts';

const common = { tag: 'Eval cases', access: 'member', service: 'suites' } as const;
const CASES = '/projects/{projectId}/eval-suites/{suiteId}/cases';

/** A case of a suite with a schedule is run soon, by no person's decision. */
const ADDING: ToolRules['proposed'] = {
  kind: 'schedule',
  severity: 'spend',
  label: 'Add to the scheduled suite',
  target: { type: 'evalSuite', parameter: 'suiteId' },
  whenRefused: true,
};

export const createEvalCase = operation({
  ...common,
  method: 'POST',
  path: CASES,
  headers: ['idempotencyKey', 'declaredSuiteId'],
  summary: 'Add a case to a suite.',
  description: [
    'A case that repeats one of the suite is a CONFLICT with `details.reason` DUPLICATE_CONTENT; the batch can add it on purpose. A case repeats another one when their steps are equal except for ids and the order of keys; a case with slightly different prompts is written.',
    'With an idempotency key a repeated request answers the case that the first one made; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.',
    'A case that is refused with 400 says why in `details.reason`, in the codes of the batch: INVALID_ITEM, INVALID_CASE_ID, INVALID_IMPORT, INVALID_CASE, UNSTORABLE_ITEM or ITEM_TOO_LARGE.',
    'Whether `passThreshold` and `repetitions` are taken depends on the suite: only one that grades per case uses them.',
  ].join('\n\n'),
  tool: {
    creates: { type: 'evalCase', path: `${CASES}/{caseId}` },
    proposed: ADDING,
  },
  input: CreateEvalCase,
  status: 201,
  reply: EvalCase,
});

export const createEvalCases = operation({
  ...common,
  method: 'POST',
  path: `${CASES}/batch`,
  headers: ['idempotencyKey', 'declaredSuiteId'],
  summary: 'Add many cases to a suite, each on its own.',
  description:
    'Answers 201 even if cases were refused: read `failed`. With an idempotency key every case has a key of its own, from its `id` or else from its index, so that a repeated request adds only the missing cases. More than 1,000 cases in a request are refused as a whole (400).',
  tool: {
    creates: { type: 'evalCase', path: `${CASES}/{caseId}`, list: 'created' },
    proposed: ADDING,
  },
  input: CreateEvalCases,
  status: 201,
  reply: EvalCasesBatchResult,
});

export const deleteEvalCase = operation({
  ...common,
  method: 'DELETE',
  path: `${CASES}/{caseId}`,
  headers: ['declaredSuiteId'],
  summary: 'Delete a case; runs that tried it keep their results.',
  input: NoInput,
  status: 200,
  reply: EvalDeleted,
  bodyOptional: true,
});

export const getEvalCase = operation({
  ...common,
  method: 'GET',
  path: `${CASES}/{caseId}`,
  access: 'viewer',
  summary: 'Read one case.',
  tool: true,
  input: GetEvalCase,
  status: 200,
  reply: EvalCase,
});

export const listEvalCases = operation({
  ...common,
  access: 'viewer',
  method: 'GET',
  path: CASES,
  summary: 'List the cases of a suite in the order they were written.',
  tool: true,
  input: ListEvalCases,
  status: 200,
  reply: EvalCasePage,
});

export const updateEvalCase = operation({
  ...common,
  method: 'PATCH',
  path: `${CASES}/{caseId}`,
  headers: ['declaredSuiteId'],
  summary: 'Change a case.',
  description:
    'Steps are replaced as a whole. A case of a single tool call does not become one with a prompt, nor the other way round. The origin of a case (`source`) does not change. A CONFLICT over an older `expectedRevision` has the present one in `details.currentRevision`, and in `details.changes` each revision since, newest first, at most 20: `revision`, `changed` (JSON Pointers), `changedAt`, and `changedBy` where a person made it.',
  input: UpdateEvalCase,
  status: 200,
  reply: EvalCase,
});

export const listEvalAssertionTypes = operation({
  ...common,
  access: 'public',
  method: 'GET',
  path: '/eval-assertion-types',
  summary: 'List every assertion type with what it means.',
  tool: true,
  input: NoQuery,
  status: 200,
  reply: EvalAssertionTypes,
});

export const listCasesByTool = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/servers/{serverId}/eval-cases',
  access: 'viewer',
  summary: 'List the cases that call a tool of a server, or expect something of its calls.',
  description:
    'One item per case and tool, over all suites of the project. A step names its server. Assertions do not: they count in suites that use the server, or an environment.',
  input: ListCasesByTool,
  status: 200,
  reply: CaseToolUsePage,
});
