import type { AgentMessage } from '@assay/contract/areas/agent/documents';
import { agentConversation } from './agent-conversation.ts';

const user = (content: string): AgentMessage => ({ role: 'user', content });
const assistant = (content: string): AgentMessage => ({ role: 'assistant', content });

test('the last message is the question, and the others are the history', () =>
  expect(agentConversation([user('Hi'), assistant('Hello'), user('And now?')])).toEqual({
    history: [
      { role: 'user', text: 'Hi' },
      { role: 'assistant', text: 'Hello', calls: [] },
    ],
    question: 'And now?',
  }));

test('a conversation of exactly as many bytes as may be is taken', () =>
  expect(agentConversation(Array.from({ length: 12 }, () => user('x'.repeat(8_192)))).history).toHaveLength(11));

test.each<[string, AgentMessage[], string]>([
  ['a message of too many bytes', [user('ok'), user('ü'.repeat(4_097))], '/messages/1/content'],
  [
    'too many bytes in all messages',
    [...Array.from({ length: 12 }, () => user('x'.repeat(8_192))), user('y')],
    '/messages/12/content',
  ],
  ['a last message of the assistant', [user('Hi'), assistant('Hello')], '/messages/1/role'],
])('%s is refused with its path', (_, messages, path) => {
  const refused = expect.objectContaining({
    code: 'VALIDATION_ERROR',
    details: { issues: [expect.objectContaining({ path })] },
  }) as Error;
  expect(() => agentConversation(messages)).toThrow(refused);
});
