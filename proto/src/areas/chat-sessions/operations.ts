import { operation } from '../../operation.ts';
import { ChatSessionPage, ListChatSessions } from './documents.ts';

export const listChatSessions = operation({
  method: 'GET',
  path: '/chat-sessions',
  tag: 'Chat sessions',
  access: 'key',
  service: 'catalog',
  summary: 'List the chat sessions that the caller may see, the one that was active last first.',
  description: 'Those of projects that the caller may see, and of these the private ones of others never.',
  input: ListChatSessions,
  status: 200,
  reply: ChatSessionPage,
});
