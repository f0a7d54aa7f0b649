import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { Id, nullable, oneOf, open, record } from '../../schema.ts';
import { SessionBrowser } from '../browsers/session-browser.ts';
import { StoredScreenshot } from '../browsers/snapshot.ts';
import { TraceSpan } from '../transcripts/trace.ts';
import { PendingCall } from './turn-work.ts';

export type ToolMode = Static<typeof ToolMode>;
export const ToolMode = oneOf(['read_only', 'auto'], {
  description:
    '`read_only`: only tools that declare `readOnlyHint` are called. `auto`: every tool is called; if the client of the session requires approval, calls of other tools wait for it.',
});

/** The origin of a session: a message of a caller, a visitor of a study, or an agent turn. */
export const SessionOrigin = oneOf(['chat', 'study', 'agent']);

/** The settings that the first turn of a session pins, as replies show them. */
export type ChatSettings = Static<typeof ChatSettings>;
export const ChatSettings = open({
  /** `provider/name`. */
  modelId: Type.String(),
  environmentId: Type.Optional(Id),
  serverIds: Type.Array(Id),
  /** The client of the session. */
  hostId: Type.Optional(Id),
  systemPrompt: Type.Optional(Type.String()),
  temperature: Type.Optional(Type.Number()),
  toolMode: ToolMode,
});

export type ChatToolCall = Static<typeof ChatToolCall>;
export const ChatToolCall = open(
  {
    toolCallId: Type.String(),
    toolName: Type.String(),
    serverId: Type.Optional(Id),
    serverName: Type.Optional(Type.String()),
    input: record(),
    status: oneOf(['ok', 'error']),
    output: Type.Optional(
      Type.Unknown({ description: 'The result of the tool; its beginning as text when `truncated` is true.' }),
    ),
    errorMessage: Type.Optional(Type.String()),
    truncated: Type.Optional(Type.Literal(true)),
    screenshots: Type.Optional(
      Type.Array(StoredScreenshot, { description: 'Of a call that used the browser of the session.' }),
    ),
  },
  { $id: 'ChatToolCall' },
);

const Usage = open({
  inputTokens: Type.Integer({ minimum: 0 }),
  outputTokens: Type.Integer({ minimum: 0 }),
  totalTokens: Type.Integer({ minimum: 0 }),
});

/** One turn, as its caller is answered. */
export type ChatTurn = Static<typeof ChatTurn>;
export const ChatTurn = open(
  {
    sessionId: nullable(Id),
    chatSessionId: nullable(Type.String({ description: 'The same as `sessionId`.' })),
    turnId: Id,
    promptIndex: Type.Integer({ minimum: 0, description: 'How many turns of the session came before.' }),
    projectId: Id,
    status: oneOf(['waiting', 'completed', 'failed', 'cancelled'], {
      description: '`waiting`: calls wait for approval, in `pendingCalls`.',
    }),
    reply: Type.Optional(Type.String({ description: 'The last text of the model.' })),
    finishReason: Type.Optional(
      Type.String({
        description: '`stop`, `length`, `content-filter`, `maxSteps`, `approval`, `error`, `cancelled`, …',
      }),
    ),
    toolCalls: Type.Array(ChatToolCall),
    pendingCalls: Type.Optional(Type.Array(PendingCall)),
    error: Type.Optional(
      open(
        { code: Type.String(), message: Type.String() },
        { description: 'Why the turn failed; what it did until then is in the other fields.' },
      ),
    ),
    trace: Type.Optional(
      open(
        { turnId: Id, spanCount: Type.Integer({ minimum: 0 }), spans: Type.Array(TraceSpan) },
        { description: 'The first 200 spans; all of them are in the trace of the session.' },
      ),
    ),
    usage: Type.Optional(Usage),
    model: Type.Optional(open({ id: Type.String(), provider: Type.String() })),
    toolMode: Type.Optional(ToolMode),
    engine: Type.Optional(Type.String({ description: '`emulated`: the engine of this platform.' })),
    hostId: Type.Optional(Id),
    browser: Type.Optional(SessionBrowser),
    advertisedToolCount: Type.Optional(
      Type.Integer({ minimum: 0, description: 'How many tools the model was told of.' }),
    ),
    excludedToolCount: Type.Optional(
      Type.Integer({ minimum: 0, description: 'How many tools the turn itself left out.' }),
    ),
    persisted: open({
      outcome: oneOf(['saved']),
      version: Type.Optional(Type.Integer({ description: 'Of the session, after the turn.' })),
    }),
    origin: SessionOrigin,
    replay: Type.Optional(
      Type.Literal(true, { description: 'An earlier request with this idempotency key made the turn.' }),
    ),
    message: Type.Optional(Type.String({ description: 'For people: why there is no reply.' })),
  },
  { $id: 'ChatTurn' },
);

/** The beginning and the end of a turn, as events beside its TurnEvents. */
export type TurnBoundary = Static<typeof TurnBoundary>;
export const TurnBoundary = Type.Union([
  open({ type: oneOf(['turnStarted']), turnId: Id, message: Type.String() }),
  open({ type: oneOf(['turnEnded']), turn: ChatTurn }),
]);
