import { operation } from '../../operation.ts';
import { ChatSessionPage, ListChatSessions } from './documents.ts';

export const listChatSessions = operation({
  method: 'GET',
  path: '/chat-sessions',
  tag: 'Chat sessions',
  access: 'key',
  service: 'catalog',
  summary: 'List the chat sessions that the caller may see, the one that was active last first.',
  description: 'Sessions of the projects that the caller may see, without private sessions of others.',
  input: ListChatSessions,
  status: 200,
  reply: ChatSessionPage,
});
