import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import {
  CancelledReadinessRun,
  KeptReadinessFacts,
  ListReadinessRuns,
  ReadinessFactsQuery,
  ReadinessReport,
  ReadinessRun,
  ReadinessRunPage,
  ReadinessRunReceipt,
  SetReadinessFacts,
  StartClaudeReadinessRun,
  StartOpenaiReadinessRun,
} from './documents.ts';

const common = { tag: 'Directory readiness', access: 'member', service: 'diagnostics' } as const;
const start = {
  ...common,
  method: 'POST',
  status: 202,
  reply: ReadinessRunReceipt,
} as const;
const server = '/projects/{projectId}/servers/{serverId}/readiness-runs';
const rules =
  'A runner gathers the evidence without calling a tool; poll the run for its grades. With an idempotency key a repeated request answers the run that the first one made, with `deduped`; with another body it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT. Directories list servers at an address: a `stdio` server is a VALIDATION_ERROR. A project may have 10 runs open at once.';
const facts = '/projects/{projectId}/servers/{serverId}/readiness-facts';
const run = '/projects/{projectId}/readiness-runs/{runId}';

export const cancelReadinessRun = operation({
  ...common,
  method: 'POST',
  path: `${run}/cancel`,
  scope: 'launch',
  summary: 'Cancel a readiness run.',
  description: 'A run that is over, cancelled included, is a CONFLICT.',
  input: NoInput,
  bodyOptional: true,
  status: 200,
  reply: CancelledReadinessRun,
});

export const getReadinessReport = operation({
  ...common,
  method: 'GET',
  path: `${run}/report`,
  access: 'viewer',
  summary: 'Read every requirement of a graded server, its evidence, and how to meet it.',
  description:
    'NOT_FOUND until the run has completed. A requirement that only the submitter can answer, such as a privacy policy, is `notEvaluated` and names the missing input: a server is never graded ready without evidence.',
  input: NoQuery,
  status: 200,
  reply: ReadinessReport,
});

export const getReadinessRun = operation({
  ...common,
  access: 'viewer',
  method: 'GET',
  path: run,
  summary: 'Read the status of a readiness run, and its grades.',
  input: NoQuery,
  status: 200,
  reply: ReadinessRun,
});

export const getReadinessFacts = operation({
  ...common,
  method: 'GET',
  path: facts,
  access: 'viewer',
  summary: 'Read the facts about a submission that are kept with a server.',
  input: ReadinessFactsQuery,
  status: 200,
  reply: KeptReadinessFacts,
});

export const setReadinessFacts = operation({
  ...common,
  method: 'PUT',
  path: facts,
  summary: 'Keep facts about a submission with a server.',
  description:
    'Only its owner knows them: the privacy policy, a support contact, a test account. They are sent with each readiness run of the server. Replaces the facts of this directory; a fact that did not change keeps who stated it, and when.',
  input: SetReadinessFacts,
  status: 200,
  reply: KeptReadinessFacts,
});

export const listReadinessRuns = operation({
  ...common,
  method: 'GET',
  path: '/projects/{projectId}/readiness-runs',
  access: 'viewer',
  summary: "List a project's readiness runs, newest first.",
  input: ListReadinessRuns,
  status: 200,
  reply: ReadinessRunPage,
});

export const startClaudeReadinessRun = operation({
  ...start,
  path: `${server}/claude`,
  scope: 'launch',
  headers: ['idempotencyKey'],
  summary: "Grade a server against the requirements of Anthropic's connectors directory.",
  description: rules,
  input: StartClaudeReadinessRun,
  bodyOptional: true,
});

export const startOpenAIReadinessRun = operation({
  ...start,
  path: `${server}/openai`,
  scope: 'launch',
  headers: ['idempotencyKey'],
  summary: "Grade a server against the requirements of OpenAI's plugin directory.",
  description: rules,
  input: StartOpenaiReadinessRun,
});
