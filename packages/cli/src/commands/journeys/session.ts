import * as sessions from '@assay/contract/areas/chat-sessions/operations';
import { commandsOf } from '../../declare/operation-command.ts';

const ofSession = commandsOf(sessions);
const SESSION = 'chat_01kb2v7k9q2n5w8x4m6t0r1abc';

export const sessionCommands = [
  ofSession('listSessions', {
    words: 'session list',
    columns: { TITLE: 'title', STATUS: 'status', MODEL: 'modelId', MESSAGES: 'messageCount', ID: 'chatSessionId' },
    examples: ['assay session list', 'assay session list --q refund --limit 10'],
  }),
  ofSession('getChatSession', { words: 'session show', examples: [`assay session show ${SESSION}`] }),
  ofSession('getChatSessionTrace', { words: 'session trace', examples: [`assay session trace ${SESSION}`] }),
  ofSession('updateChatSession', {
    words: 'session update',
    done: 'session {session} is changed.',
    examples: [`assay session update ${SESSION} --title "Refund of a parcel"`],
  }),
  ofSession('deleteChatSession', {
    words: 'session rm',
    done: 'session {session} is deleted.',
    examples: [`assay session rm ${SESSION} --yes`],
  }),
];
