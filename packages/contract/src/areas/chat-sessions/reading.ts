import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { closed, EpochMs, Id, nullable, oneOf, open, pageQuery, record, variants } from '../../schema.ts';
import { Prose } from '../../text.ts';
import { SessionBrowser } from '../browsers/session-browser.ts';
import { StoredScreenshot } from '../browsers/snapshot.ts';
import { TraceSpan } from '../transcripts/trace.ts';
import { ChatSession } from './documents.ts';
import { ChatTurn, SessionOrigin, ToolMode } from './turn.ts';
import { PendingCall } from './turn-work.ts';

const ProjectId = Type.Optional({ ...Id, description: 'Nothing is found unless the session is of this project.' });
const { limit: messageLimit } = pageQuery('', 50, 200).properties;
const { limit: turnLimit } = pageQuery('', 1, 20).properties;

export const ReadChatSession = open(
  {
    projectId: ProjectId,
    afterMessageIndex: Type.Optional(Type.Integer({ minimum: 0, description: 'Only messages behind this one.' })),
    limit: messageLimit,
  },
  { $id: 'ReadChatSession' },
);

export type ChatMessage = Static<typeof ChatMessage>;
export const ChatMessage = open(
  {
    index: Type.Integer({ minimum: 0, description: 'Of the message in the whole session.' }),
    turnId: Id,
    role: oneOf(['user', 'assistant', 'tool']),
    content: Type.String({ description: 'Empty for an answer that only calls tools.' }),
    toolCalls: Type.Optional(
      Type.Array(open({ toolCallId: Type.String(), toolName: Type.String(), input: Type.String() }), {
        description: 'The calls that the model asks for; `input` is JSON as the model wrote it.',
      }),
    ),
    toolCallId: Type.Optional(Type.String({ description: 'The call that a message of a tool answers.' })),
    toolName: Type.Optional(Type.String()),
    isError: Type.Optional(Type.Literal(true)),
    truncated: Type.Optional(Type.Literal(true, { description: '`content` is only the beginning.' })),
  },
  { $id: 'ChatMessage' },
);

export type ChatSessionDetail = Static<typeof ChatSessionDetail>;
export const ChatSessionDetail = open(
  {
    sessionId: Id,
    chatSessionId: Type.String({ description: 'The same as `sessionId`.' }),
    projectId: nullable(Id),
    origin: nullable(SessionOrigin),
    title: Type.Optional(Type.String()),
    status: ChatSession.properties.status,
    visibility: ChatSession.properties.visibility,
    modelId: nullable(Type.String()),
    version: nullable(Type.Integer()),
    startedAt: nullable(EpochMs()),
    lastActivityAt: nullable(EpochMs()),
    toolMode: nullable(ToolMode),
    environmentId: nullable(Id),
    serverIds: Type.Array(Id),
    hostId: Type.Optional(Id),
    systemPrompt: Type.Optional(Type.String()),
    temperature: Type.Optional(Type.Number()),
    openTurn: Type.Optional(
      open(
        {
          turnId: Id,
          status: oneOf(['queued', 'running', 'waiting']),
          pendingCalls: Type.Optional(Type.Array(PendingCall)),
        },
        { description: 'The turn that is under way, or that waits for approval of its calls.' },
      ),
    ),
    messageCount: nullable(Type.Integer()),
    messages: Type.Array(ChatMessage),
    nextMessageIndex: Type.Optional(
      Type.Integer({ description: 'The `afterMessageIndex` of the next page; absent on the last one.' }),
    ),
  },
  { $id: 'ChatSessionDetail' },
);

export const ReadChatTrace = open(
  {
    projectId: ProjectId,
    turnId: Type.Optional({ ...Id, description: 'Only this turn; not with `afterPromptIndex`.' }),
    afterPromptIndex: Type.Optional(
      Type.Integer({ minimum: 0, description: 'The turns behind this one; without it, the latest ones.' }),
    ),
    limit: turnLimit,
    includeSpans: Type.Optional(
      Type.Boolean({ default: true, description: 'False leaves the spans of the turns out.' }),
    ),
  },
  { $id: 'ReadChatTrace' },
);

export type ChatTraceTurn = Static<typeof ChatTraceTurn>;
export const ChatTraceTurn = open(
  {
    turnId: Id,
    promptIndex: Type.Integer({ minimum: 0 }),
    status: oneOf(['queued', 'running', 'waiting', 'completed', 'failed', 'cancelled']),
    startedAt: EpochMs(),
    endedAt: nullable(EpochMs()),
    finishReason: Type.Optional(Type.String()),
    modelId: Type.Optional(Type.String()),
    usage: Type.Optional(ChatTurn.properties.usage),
    spanCount: Type.Integer({ minimum: 0 }),
    spans: Type.Optional(Type.Array(TraceSpan)),
    spansUnavailable: Type.Optional(Type.Literal(true, { description: 'A part of the trace could not be kept.' })),
    spansTruncated: Type.Optional(Type.Literal(true, { description: 'These are the first 2,000.' })),
    browser: Type.Optional(SessionBrowser),
    screenshots: Type.Optional(
      Type.Array(StoredScreenshot, { description: 'The images that the turn took with the browser of the session.' }),
    ),
  },
  { $id: 'ChatTraceTurn' },
);

export type ChatTrace = Static<typeof ChatTrace>;
export const ChatTrace = open(
  {
    sessionId: Id,
    chatSessionId: Type.String({ description: 'The same as `sessionId`.' }),
    origin: SessionOrigin,
    traceVersion: Type.Literal(1),
    turnCount: Type.Integer({ minimum: 0 }),
    turns: Type.Array(ChatTraceTurn, { description: 'In the order of the session.' }),
    latestPromptIndex: Type.Optional(Type.Integer({ minimum: 0 })),
  },
  { $id: 'ChatTrace' },
);

export type ChatTurnCancelled = Static<typeof ChatTurnCancelled>;
export const ChatTurnCancelled = open(
  {
    sessionId: Id,
    turnId: Type.Optional({ ...Id, description: 'The turn that was cancelled; absent when none was open.' }),
    cancelled: Type.Boolean({ description: 'Whether a turn was open.' }),
  },
  { $id: 'ChatTurnCancelled' },
);

export type UpdateChatSession = Static<typeof UpdateChatSession>;
export const UpdateChatSession = closed(
  {
    title: Type.Optional(Prose(200, { minLength: 1 })),
    status: Type.Optional(ChatSession.properties.status),
    visibility: Type.Optional(ChatSession.properties.visibility),
    isPinned: Type.Optional(Type.Boolean()),
    isUnread: Type.Optional(Type.Boolean()),
  },
  { $id: 'ChatSessionUpdate', minProperties: 1 },
);

export const ChatSessionDeleted = open({ id: Id, deleted: Type.Literal(true) }, { $id: 'ChatSessionDeleted' });

const event = <T extends string>(type: T, data: Parameters<typeof open>[0]) =>
  open({
    id: Type.String({ description: 'A cursor: send it as `Last-Event-ID` to get the events after it.' }),
    type: Type.Literal(type),
    data: open({ promptIndex: Type.Integer({ minimum: 0 }), ...data }),
  });

/** One event in the stream of a session. */
export type ChatEvent = Static<typeof ChatEvent>;
export const ChatEvent = variants(
  'type',
  [
    event('turnStarted', { turnId: Id, message: Type.String() }),
    event('text', { text: Type.String({ description: "A piece of the model's text." }) }),
    event('toolCall', {
      toolCallId: Type.String(),
      toolName: Type.String(),
      serverName: Type.String(),
      input: record(),
    }),
    event('toolResult', {
      toolCallId: Type.String(),
      status: oneOf(['ok', 'error']),
      text: Type.String({ description: 'The text of the result, clipped to 4,000 characters.' }),
    }),
    event('approvalNeeded', { call: PendingCall }),
    event('turnEnded', { turn: ChatTurn }),
  ],
  {
    $id: 'ChatEvent',
    description:
      '`turnStarted` and `turnEnded` enclose a turn; a turn that waits for approvals ends once with the status `waiting`, and again with what follows the decisions.',
  },
);

export type ChatEvents = Static<typeof ChatEvents>;
export const ChatEvents = open(
  { events: Type.Array(ChatEvent), done: Type.Boolean({ description: 'The session is over.' }) },
  { $id: 'ChatEvents' },
);
