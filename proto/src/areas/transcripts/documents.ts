import { Type, type Static } from 'typebox';
import { oneOf, open, record } from '../../schema.ts';
import { ServerInventory } from '../servers/inventory.ts';

const AtMs = Type.Number({ minimum: 0, description: 'Milliseconds since the iteration began.' });
const Failure = open({ code: Type.String(), message: Type.String() });
const PromptIndex = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'The prompt step (0 is the first) whose turn this belongs to; absent outside of a turn.',
  }),
);

/** The outcome of one step. An `assert` step is `pending` until grading, and `skipped` when it was not reached. */
export type TranscriptStep = Static<typeof TranscriptStep>;
export const TranscriptStep = open({
  stepId: Type.String(),
  stepIndex: Type.Integer({ minimum: 0 }),
  kind: oneOf(['prompt', 'toolCall', 'interact', 'assert']),
  status: oneOf(['ok', 'fail', 'skipped', 'pending']),
  startMs: AtMs,
  endMs: AtMs,
  reason: Type.Optional(
    Type.String({
      description:
        'Why it failed or was skipped; of a prompt, why its turn was cut short: `maxSteps`, `length`, `content-filter`, …, and words.',
    }),
  ),
});

/** One message of the conversation. A reply that only calls tools has empty `content`. */
export type TranscriptMessage = Static<typeof TranscriptMessage>;
export const TranscriptMessage = open({
  role: oneOf(['system', 'user', 'assistant', 'tool']),
  content: Type.String({ description: 'The text of the message.' }),
  promptIndex: PromptIndex,
  toolCallId: Type.Optional(Type.String({ description: 'The call that the message asks for, or answers.' })),
});

/** One tool call, by a step or by the model, in the order in which they were made. */
export type TranscriptToolCall = Static<typeof TranscriptToolCall>;
export const TranscriptToolCall = open({
  id: Type.String(),
  stepId: Type.String(),
  stepIndex: Type.Integer({ minimum: 0 }),
  promptIndex: PromptIndex,
  serverId: Type.String({ description: 'Empty for a tool that a model asked for and no server has.' }),
  serverName: Type.String(),
  toolName: Type.String(),
  arguments: record(),
  result: Type.Optional(
    record({
      description: 'The CallToolResult as it came; absent when the call failed, or was not kept because of its size.',
    }),
  ),
  error: Type.Optional({
    ...Failure,
    description:
      'Why there is no result. Calls that were not made: `TOOL_NOT_FOUND`, `INVALID_ARGUMENTS` (no JSON object), `NOT_APPROVED`, `TOOL_CALL_LIMIT` (only in chat sessions).',
  }),
  isError: Type.Boolean({ description: 'The tool reported an error, or the call failed before it could.' }),
  startMs: AtMs,
  latencyMs: Type.Optional(
    Type.Number({ minimum: 0, description: 'Of a replayed call, as it was when it was recorded.' }),
  ),
  replayed: Type.Optional(Type.Boolean({ description: 'The answer is a recording; the server was not asked.' })),
  resultBytes: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Bytes of the whole result as JSON, also when the result was not kept.' }),
  ),
});

/** The outcome of rendering one widget. */
export type Rendering = Static<typeof Rendering>;
export const Rendering = open({
  toolName: Type.String(),
  stepIndex: Type.Integer({ minimum: 0 }),
  status: oneOf([
    'rendered',
    'no_ui_resource',
    'resource_read_failed',
    'mount_failed',
    'bridge_timeout',
    'render_error',
    'blank_screenshot',
    'screenshot_failed',
    'browser_unavailable',
  ]),
  latencyMs: Type.Optional(Type.Number({ minimum: 0 })),
  consoleErrors: Type.Optional(Type.Array(Type.String())),
});

/** The evidence of one iteration: what the runner writes and grading reads. */
export type Transcript = Static<typeof Transcript>;
export const Transcript = open(
  {
    version: Type.Literal(1),
    steps: Type.Array(TranscriptStep),
    messages: Type.Array(TranscriptMessage),
    toolCalls: Type.Array(TranscriptToolCall),
    usage: Type.Optional(
      open({
        inputTokens: Type.Optional(Type.Number({ minimum: 0 })),
        outputTokens: Type.Optional(Type.Number({ minimum: 0 })),
        totalTokens: Type.Optional(Type.Number({ minimum: 0 })),
      }),
    ),
    userMessages: Type.Integer({ minimum: 0, description: 'Prompts that were sent to the model.' }),
    renderings: Type.Optional(Type.Array(Rendering, { description: 'Absent when no browser watched the trial.' })),
    inventory: Type.Optional(Type.Array(ServerInventory, { description: 'Absent when no assertion needs it.' })),
    error: Type.Optional(
      open(
        { code: Type.String(), message: Type.String() },
        { description: 'Why the iteration ended before its last step.' },
      ),
    ),
  },
  { $id: 'Transcript' },
);
