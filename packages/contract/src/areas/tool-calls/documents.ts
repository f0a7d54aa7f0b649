import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { EpochMs, Id, oneOf, open, page, pageQuery, record } from '../../schema.ts';

const { cursor, limit } = pageQuery('ToolCallPageQuery', 50, 200).properties;

export const ListToolCalls = open(
  { toolName: Type.Optional(Type.String({ minLength: 1, maxLength: 256 })), cursor, limit },
  { $id: 'ListToolCalls' },
);

const kept = {
  id: Id,
  toolName: Type.String(),
  outcome: oneOf(['answered', 'failed', 'unanswered'], {
    description:
      '`failed`: the tool answered with `isError`. `unanswered`: the request has no result, as `error` says.',
  }),
  arguments: Type.Optional(record({ description: 'As they were sent, masked; absent when larger than 16 kB.' })),
  error: Type.Optional(open({ code: Type.String(), message: Type.String() })),
  calledAt: EpochMs(),
  durationMs: Type.Integer({ description: 'The duration of the request; with `sessionOpened` also of the handshake.' }),
  sessionOpened: Type.Optional(Type.Boolean({ description: 'Whether `durationMs` may include opening a session.' })),
  bytes: Type.Integer({ description: 'The size of the result; 0 without one.' }),
};

/** A call of a tool by a person, as lists show it. */
export type ToolCallSummary = Static<typeof ToolCallSummary>;
export const ToolCallSummary = open(kept, { $id: 'ToolCallSummary' });
export const ToolCallPage = page(ToolCallSummary, 'ToolCallPage');

export type ToolCall = Static<typeof ToolCall>;
export const ToolCall = open(
  {
    ...kept,
    result: Type.Optional(
      record({ description: 'The MCP result, masked; absent without one, and when larger than 256 kB.' }),
    ),
  },
  { $id: 'ToolCall' },
);

const origin = {
  toolName: Type.String({ description: 'The tool whose result has it.' }),
  toolCallId: Id,
  seenAt: EpochMs('When it was seen last.'),
};

/** An address that a result names. */
export type SeenResource = Static<typeof SeenResource>;
export const SeenResource = open(
  {
    uri: Type.String(),
    name: Type.Optional(Type.String()),
    title: Type.Optional(Type.String()),
    mimeType: Type.Optional(Type.String({ description: 'As the result declares it.' })),
    size: Type.Optional(Type.Number()),
    ...origin,
  },
  { $id: 'SeenResource' },
);
export const SeenResources = open({ items: Type.Array(SeenResource) }, { $id: 'SeenResources' });

export type ListSeenValues = Static<typeof ListSeenValues>;
export const ListSeenValues = open(
  { name: Type.String({ minLength: 1, maxLength: 256, description: 'The name of the argument.' }) },
  { $id: 'ListSeenValues' },
);

/** A value that a result has under the name of an argument. */
export type SeenValue = Static<typeof SeenValue>;
export const SeenValue = open(
  {
    value: Type.String(),
    label: Type.Optional(Type.String({ description: 'A title, name or subject that stands beside it.' })),
    ...origin,
  },
  { $id: 'SeenValue' },
);
export const SeenValues = open({ items: Type.Array(SeenValue) }, { $id: 'SeenValues' });
