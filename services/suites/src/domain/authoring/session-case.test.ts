import type { Conversation } from '@assay/contract/areas/chat-sessions/conversation';
import { sessionCase } from './session-case.ts';

type Turn = Conversation['turns'][number];
const call = (toolName: string, args: Record<string, unknown>, more: object = {}): Turn['toolCalls'][number] => ({
  id: 'c',
  stepId: '',
  stepIndex: 0,
  serverId: 'srv_1',
  serverName: 'everything',
  toolName,
  arguments: args,
  isError: false,
  startMs: 0,
  ...more,
});
const turn = (prompt: string, reply: string, toolCalls: Turn['toolCalls'] = [], status = 'completed'): Turn => ({
  turnId: `turn of ${prompt}`,
  status,
  prompt,
  reply,
  toolCalls,
});
const conversation = (turns: Turn[], more: Partial<Conversation> = {}): Conversation => ({
  sessionId: 'chat_1',
  origin: 'study',
  title: 'Add numbers',
  turns,
  modelId: 'scripted/rules',
  isCut: false,
  ...more,
});

const WITH_MODEL = { title: undefined, hasModel: true };

test('a case of a suite without a model names the model of the session', () => {
  const made = sessionCase(conversation([turn('Hi', 'Hello')]), { title: undefined, hasModel: false });
  expect(made?.case.models).toEqual([{ model: 'scripted/rules' }]);
});

test('a conversation becomes prompts, the calls that succeeded, and the last answer', () => {
  const made = sessionCase(
    conversation([
      turn('Add 1 and 2', 'It is 3.', [
        call('get-sum', { a: 1, b: 2 }),
        call('get-sum', { a: 'x' }, { isError: true }),
        call('not-there', {}, { serverId: '' }),
      ]),
      turn('Say it again', 'Three.'),
    ]),
    WITH_MODEL,
  );
  expect(made).toEqual({
    case: {
      title: 'Add numbers',
      steps: [
        { id: 'step-1', kind: 'prompt', prompt: 'Add 1 and 2' },
        {
          id: 'step-2',
          kind: 'assert',
          assertion: { type: 'toolCalledWith', toolName: 'get-sum', args: { args: { a: 1, b: 2 } } },
        },
        { id: 'step-3', kind: 'prompt', prompt: 'Say it again' },
      ],
      expectedOutput: 'Three.',
    },
    notes: ['Recorded in a session of a study, chat_1.', 'Calls that failed are not expected: 1.'],
    doubts: [],
  });
});

test('a masked secret in a prompt, an argument or the answer has to be replaced', () =>
  expect(
    sessionCase(
      conversation([turn('My key is [redacted]', 'Kept [redacted].', [call('save', { key: '[redacted]' })])]),
      { ...WITH_MODEL, title: 'Keys' },
    )?.doubts.map(({ stepId, code }) => [stepId, code]),
  ).toEqual([
    ['step-1', 'missing_prerequisite'],
    ['step-2', 'missing_prerequisite'],
    [undefined, 'missing_prerequisite'],
  ]));

test('a conversation without a message of a person becomes no case', () =>
  expect(sessionCase(conversation([turn(' ', 'Hello?')]), WITH_MODEL)).toBeUndefined());

test('turns and steps beyond the longest case are left out, and a note says so', () => {
  const many = Array.from({ length: 100 }, (_, i) => turn(`${i}`, '', [call('a', { i }), call('b', { i })]));
  const { case: made, notes } = sessionCase(conversation(many, { isCut: true, origin: 'chat' }), WITH_MODEL)!;
  expect(made.steps).toHaveLength(200);
  expect(made.expectedOutput).toBeUndefined();
  expect(notes).toEqual([
    'Recorded in a chat session, chat_1.',
    'The session has more turns; the first 100 are taken.',
    'The session has 300 steps; the first 200 are taken.',
  ]);
});
