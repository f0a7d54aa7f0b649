import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { oneOf, open } from '../../schema.ts';

const AtMs = Type.Number({ minimum: 0, description: 'Milliseconds since the iteration began.' });

/** One timed piece of an iteration's work. */
export type TraceSpan = Static<typeof TraceSpan>;
export const TraceSpan = open({
  id: Type.String(),
  parentId: Type.Optional(Type.String()),
  name: Type.String(),
  category: oneOf(['step', 'llm', 'tool', 'error', 'client']),
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
  message: Type.Optional(Type.String({ description: 'What went wrong; how the tools of a server changed.' })),
  protocolVersion: Type.Optional(
    Type.String({ description: "The revision of MCP that a run's client and a server agreed on, of a span `client`." }),
  ),
  offeredTools: Type.Optional(
    Type.Integer({ minimum: 0, description: "How many tools the model was told of, where the run's client decides." }),
  ),
  hiddenTools: Type.Optional(
    Type.Integer({ minimum: 0, description: 'How many tools of the servers its client never tells the model of.' }),
  ),
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
  text: Type.Optional(Type.String({ description: 'The content on the wire where it is not a whole JSON message.' })),
  truncated: Type.Optional(Type.Boolean({ description: '`text` is only the beginning.' })),
});

/** A part of a trace that a runner sends while the iteration runs, and with its report. */
export type TracePartContent = Static<typeof TracePartContent>;
export const TracePartContent = open({
  traceId: Type.Optional(Type.String()),
  spans: Type.Array(TraceSpan),
  wire: Type.Array(WireEntry),
  cut: Type.Optional(Type.Boolean({ description: 'It was too large to be kept or shown.' })),
});
