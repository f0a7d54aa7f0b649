import { operation } from '../../operation.ts';
import { AGENT_TURN_MS, AgentTurnRequest, AgentTurnResponse } from './documents.ts';

export const runAgentTurn = operation({
  method: 'POST',
  path: '/projects/{projectId}/agent',
  scope: 'launch',
  headers: ['idempotencyKey'],
  tag: 'Agent',
  access: 'member',
  service: 'environments',
  summary: 'Have a model answer a conversation, with operations of the project as its tools.',
  description: [
    'The model is chosen by the operator (`AGENT_MODEL`), and the project pays for it. It reads projects, servers, suites and runs, diagnoses servers, and writes suites and cases, with the rights of the caller within this project. Actions that spend money or end something, such as starting a run, are proposed in `proposedActions` and not taken.',
    `At most 16 calls of the model and ${AGENT_TURN_MS / 1_000} s (504), and four turns of an organization at once (429). 422: the model is not available. 429: a budget is used up.`,
    'What a failed turn created stays: `details.createdResources` of the error lists it. A repeated request with an idempotency key is answered what the first one was answered; with other messages it is a CONFLICT with `details.reason` IDEMPOTENCY_CONFLICT.',
  ].join('\n\n'),
  input: AgentTurnRequest,
  status: 200,
  reply: AgentTurnResponse,
  // The wait for a runner and the report of it are not the turn's.
  timeoutMs: AGENT_TURN_MS + 5_000,
});
