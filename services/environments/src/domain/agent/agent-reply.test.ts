import type { ChatTurn } from '@assay/contract/areas/chat-sessions/turn';
import type { TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import { agentReplyOf } from './agent-reply.ts';

const place = { publicUrl: 'https://assay.example', projectId: 'prj_1' };
const turn = { reply: 'Done.', usage: { inputTokens: 10, outputTokens: 5, totalTokens: 15 } } as ChatTurn;

let calls = 0;
const call = (toolName: string, reply: object | undefined, more: Partial<TranscriptToolCall> = {}) => ({
  id: `call_${++calls}`,
  stepId: '',
  stepIndex: 0,
  serverId: 'assay',
  serverName: 'assay',
  toolName,
  arguments: {},
  ...(reply && { result: { content: [], structuredContent: reply } }),
  isError: reply === undefined,
  startMs: 0,
  ...more,
});

test('the answer has the reply, the operations and the usage', () =>
  expect(agentReplyOf(turn, [call('listEvalSuites', { items: [] }), call('getEvalRun', undefined)], place)).toEqual({
    reply: 'Done.',
    toolCalls: [{ operation: 'listEvalSuites' }, { operation: 'getEvalRun' }],
    createdResources: [],
    proposedActions: [],
    usage: { inputTokens: 10, outputTokens: 5 },
  }));

test('a turn without a text or a call of the model has an empty reply', () =>
  expect(agentReplyOf({} as ChatTurn, [], place)).toMatchObject({
    reply: '',
    usage: { inputTokens: 0, outputTokens: 0 },
  }));

test('created resources follow from the replies of the operations that create', () => {
  const made = agentReplyOf(
    turn,
    [
      call('createEvalSuite', { suiteId: 'suite_1', name: 'Smoke' }),
      call('createEvalSuite', { suiteId: 'suite_1', name: 'Smoke' }),
      call('createEvalSuite', undefined),
      call('createEvalCase', { id: 'case_1', title: 'One' }, { arguments: { suiteId: 'suite_1', projectId: 'prj_2' } }),
      call(
        'createEvalCases',
        { created: [{ id: 'case_2', title: 'Two' }, { id: 'case/3' }, {}], failed: [] },
        { arguments: { suiteId: 'suite_1' } },
      ),
      call('createEvalSuite', { suiteId: 'suite_2' }, { serverId: 'srv_other' }),
      call('toString', { id: 'x' }),
    ],
    place,
  );
  const suite = 'https://assay.example/api/v1/projects/prj_1/eval-suites/suite_1';
  expect(made.createdResources).toEqual([
    { type: 'evalSuite', id: 'suite_1', name: 'Smoke', url: suite },
    { type: 'evalCase', id: 'case_1', name: 'One', url: `${suite}/cases/case_1` },
    { type: 'evalCase', id: 'case_2', name: 'Two', url: `${suite}/cases/case_2` },
    { type: 'evalCase', id: 'case/3', url: `${suite}/cases/case%2F3` },
  ]);
});

test('a call that only a person decides about is a proposed action', () =>
  expect(
    agentReplyOf(turn, [call('createEvalRun', undefined, { id: 'call_x', arguments: { suiteId: 'suite_1' } })], place)
      .proposedActions,
  ).toEqual([
    {
      actionId: 'call_x',
      operation: 'createEvalRun',
      description: 'Start a run of a suite, or of inline tests.',
      buttonLabel: 'Start the run',
      kind: 'start',
      confirmSeverity: 'spend',
      target: { type: 'evalSuite', selector: 'suite_1' },
      arguments: { suiteId: 'suite_1' },
    },
  ]));

test('a case is a proposed action with its arguments when it was left to a person', () => {
  const refused = (code: string, details?: object) =>
    call('createEvalCase', undefined, {
      arguments: { suiteId: 'suite_1', title: code },
      result: { isError: true, content: [{ type: 'text', text: JSON.stringify({ code, message: 'No.', details }) }] },
    });
  const calls = [
    refused('FORBIDDEN', { reason: 'PERSON_DECIDES' }),
    refused('FORBIDDEN', { reason: 'OTHER' }),
    refused('VALIDATION_ERROR'),
    call('createEvalCase', { id: 'case_1' }, { arguments: { suiteId: 'suite_1', title: 'made' } }),
    call('createEvalCase', undefined),
  ];
  expect(agentReplyOf(turn, calls, place).proposedActions).toMatchObject([
    {
      operation: 'createEvalCase',
      kind: 'schedule',
      confirmSeverity: 'spend',
      target: { type: 'evalSuite', selector: 'suite_1' },
      arguments: { suiteId: 'suite_1', title: 'FORBIDDEN' },
    },
  ]);
});
