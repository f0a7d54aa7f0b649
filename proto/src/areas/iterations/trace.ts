import { Type, type Static } from 'typebox';
import { oneOf, open } from '../../schema.ts';
import { EvalCheck } from './check.ts';
import { TranscriptMessage, TranscriptStep, TranscriptToolCall } from '../transcripts/documents.ts';

const AtMs = Type.Number({ minimum: 0, description: 'Milliseconds since the iteration began.' });

/** One timed piece of an iteration's work. */
export type TraceSpan = Static<typeof TraceSpan>;
export const TraceSpan = open({
  id: Type.String(),
  parentId: Type.Optional(Type.String()),
  name: Type.String(),
  category: oneOf(['step', 'llm', 'tool', 'error']),
  startMs: AtMs,
  endMs: AtMs,
  status: Type.Optional(oneOf(['ok', 'error'])),
  stepIndex: Type.Optional(Type.Integer()),
  promptIndex: Type.Optional(Type.Integer()),
  toolCallId: Type.Optional(Type.String()),
  toolName: Type.Optional(Type.String()),
  serverId: Type.Optional(Type.String()),
  modelId: Type.Optional(Type.String()),
  inputTokens: Type.Optional(Type.Integer({ minimum: 0 })),
  outputTokens: Type.Optional(Type.Integer({ minimum: 0 })),
  finishReason: Type.Optional(
    Type.String({ description: 'Why the model ended its answer: `stop`, `length`, `content-filter`, `tool-calls`, …' }),
  ),
  ttfcMs: Type.Optional(
    Type.Number({
      minimum: 0,
      description: "How long the first piece of the model's answer took; absent when it came in one piece.",
    }),
  ),
  message: Type.Optional(Type.String({ description: 'What went wrong.' })),
});

/** One JSON-RPC message as it crossed the wire between the runner and an MCP server. */
export type WireEntry = Static<typeof WireEntry>;
export const WireEntry = open({
  atMs: AtMs,
  serverId: Type.String(),
  direction: oneOf(['sent', 'received']),
  bytes: Type.Integer({ minimum: 0, description: 'Size of the whole message.' }),
  httpStatus: Type.Optional(Type.Integer({ description: 'Of the response that carried a received message.' })),
  message: Type.Optional(Type.Unknown({ description: 'The message; absent when it is not JSON or was cut.' })),
  text: Type.Optional(Type.String({ description: 'What was on the wire where it is not a whole JSON message.' })),
  truncated: Type.Optional(Type.Boolean({ description: '`text` is only the beginning.' })),
});

/** What a runner sends of a trace while the iteration runs, and with its report. */
export type TraceChunk = Static<typeof TraceChunk>;
export const TraceChunk = open({
  traceId: Type.Optional(Type.String()),
  spans: Type.Array(TraceSpan),
  wire: Type.Array(WireEntry),
  cut: Type.Optional(Type.Boolean({ description: 'It was too large to be kept or shown.' })),
});

/** The whole trace of one iteration, as it is read. */
export const Trace = open(
  {
    iterationId: Type.String(),
    traceId: Type.Optional(Type.String({ description: 'The W3C trace id that the MCP servers were sent.' })),
    messages: Type.Array(TranscriptMessage),
    steps: Type.Array(TranscriptStep),
    toolCalls: Type.Array(TranscriptToolCall),
    checks: Type.Array(EvalCheck),
    spans: Type.Array(TraceSpan),
    wire: Type.Array(WireEntry),
    cut: Type.Optional(
      Type.Boolean({ description: 'Parts of it are missing here, which were too large to be kept or shown.' }),
    ),
  },
  { $id: 'EvalIterationTrace', description: 'Times are milliseconds since the iteration began.' },
);
