import { NoInput, NoQuery } from '../../none.ts';
import { operation } from '../../operation.ts';
import { ChatSession, ChatSessionPage, ListChatSessions } from './documents.ts';
import { ListSessions, SessionSummaryPage } from './summary.ts';
import { DecideChatCalls, SendChatMessage } from './messages.ts';
import {
  ChatEvents,
  ChatSessionDeleted,
  ChatSessionDetail,
  ChatTrace,
  ChatTurnCancelled,
  ReadChatSession,
  ReadChatTrace,
  UpdateChatSession,
} from './reading.ts';
import { ChatTurn } from './turn.ts';

const chat = { tag: 'Chat sessions', access: 'key', status: 200 } as const;
const session = { ...chat, service: 'environments' } as const;
/** How long a request waits for the end of a turn, in milliseconds. */
const TURN_WAIT_MS = 120_000;
const WAITS =
  'A request that waits for longer than two minutes is answered 504 with `details.turnId`, and the turn goes on.';
const SEES = 'For its owner; for everyone who sees the project if its visibility is `project` or a visitor holds it.';

export const listChatSessions = operation({
  ...chat,
  method: 'GET',
  path: '/chat-sessions',
  service: 'catalog',
  summary: 'List the chat sessions that the caller may see, the one that was active last first.',
  description: 'Sessions of the projects that the caller may see, without private sessions of others.',
  input: ListChatSessions,
  reply: ChatSessionPage,
});

export const listSessions = operation({
  ...session,
  method: 'GET',
  path: '/projects/{projectId}/sessions',
  access: 'viewer',
  summary: 'List the sessions of a project, the one that was active last first.',
  description:
    'Own sessions, shared ones and those of visitors of studies. With `scope` `transcripts` the query is looked for in what was said; such a page may have fewer sessions than `limit`, also none, and further ones follow as long as there is a `nextCursor`.',
  input: ListSessions,
  reply: SessionSummaryPage,
});

export const sendChatMessage = operation({
  ...session,
  method: 'POST',
  path: '/chat-sessions/messages',
  scope: 'launch',
  summary: 'Ask a model that has the tools of servers, and wait for its answer.',
  description:
    'The first message begins a session and pins `modelId`, `environmentId`, `serverIds`, `systemPrompt`, `temperature` and `toolMode`; a later one that names one of them, even with an equal value, is refused with `details.reason` CONFIG_ON_CONTINUATION and `details.fields`. ' +
    'A session takes one turn at a time: another message meanwhile is a CONFLICT with TURN_IN_PROGRESS and `details.retryAfterMs`. ' +
    'A repeated request with its `idempotencyKey` waits for the same turn and returns its reply with `replay`; with another body it is a CONFLICT with IDEMPOTENCY_CONFLICT. ' +
    `A turn that fails is answered as well: \`status\` and \`error\` say so. ${WAITS}`,
  input: SendChatMessage,
  reply: ChatTurn,
  timeoutMs: TURN_WAIT_MS,
  reachesOut: true,
  also: [404, 409, 422, 504],
});

export const getChatSession = operation({
  ...session,
  method: 'GET',
  path: '/chat-sessions/{sessionId}',
  summary: 'Read a chat session with a page of its messages.',
  description: `${SEES} Secrets in messages are masked.`,
  input: ReadChatSession,
  reply: ChatSessionDetail,
});

export const getChatSessionTrace = operation({
  ...session,
  method: 'GET',
  path: '/chat-sessions/{sessionId}/trace',
  summary: 'Read the spans of turns of a chat session.',
  description: `The latest turn, unless the query says otherwise. ${SEES}`,
  input: ReadChatTrace,
  reply: ChatTrace,
});

export const decideChatCalls = operation({
  ...session,
  method: 'POST',
  path: '/chat-sessions/{sessionId}/approvals',
  scope: 'launch',
  summary: 'Approve or decline the pending calls of a turn, and wait for its end.',
  description: `All of them at once. A repeated request waits for the same turn. ${WAITS}`,
  input: DecideChatCalls,
  reply: ChatTurn,
  timeoutMs: TURN_WAIT_MS,
  reachesOut: true,
  also: [409, 422, 504],
});

export const cancelChatTurn = operation({
  ...session,
  method: 'POST',
  path: '/chat-sessions/{sessionId}/cancel',
  scope: 'launch',
  summary: 'Cancel the turn of a chat session that is under way.',
  description:
    'Its runner stops within some seconds, also in the middle of a call; what the turn did until then stays in the session. Without an open turn it changes nothing.',
  input: NoInput,
  bodyOptional: true,
  reply: ChatTurnCancelled,
});

export const streamChatEvents = operation({
  ...session,
  method: 'GET',
  path: '/chat-sessions/{sessionId}/events',
  headers: ['lastEventId', 'waitMs'],
  summary: 'Follow the turns of a chat session while they go on.',
  description:
    'Server-sent events, from the beginning of the latest turn, or after `Last-Event-ID`. Events are kept for ten minutes; the session itself has everything that was said.',
  input: NoQuery,
  reply: ChatEvents,
  stream: true,
  produces: 'text/event-stream',
});

export const updateChatSession = operation({
  ...session,
  method: 'PATCH',
  path: '/chat-sessions/{sessionId}',
  summary: 'Rename, archive, pin or share a chat session.',
  description: 'For its owner. An archived session takes no further message until it is active again.',
  input: UpdateChatSession,
  reply: ChatSession,
});

export const deleteChatSession = operation({
  ...session,
  method: 'DELETE',
  path: '/chat-sessions/{sessionId}',
  summary: 'Delete a chat session with everything that was said in it.',
  description: 'For its owner and for administrators of the project. An open turn is cancelled.',
  input: NoInput,
  bodyOptional: true,
  reply: ChatSessionDeleted,
});
