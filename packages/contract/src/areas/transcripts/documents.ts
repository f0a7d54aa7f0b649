import type { Static } from 'typebox';
import { Type } from '../../type.ts';
import { oneOf, open, record } from '../../schema.ts';
import { PageSnapshot, StoredScreenshot } from '../browsers/snapshot.ts';
import { ResultFinding } from '../primitives/result-finding.ts';
import { ServerInventory } from '../servers/inventory.ts';

const AtMs = Type.Number({ minimum: 0, description: 'Milliseconds since the iteration began.' });
const Failure = open({ code: Type.String(), message: Type.String() });
const PromptIndex = Type.Optional(
  Type.Integer({
    minimum: 0,
    description: 'The prompt step (0 is the first) whose turn this belongs to; absent outside of a turn.',
  }),
);

const OfWidget = Type.Optional(
  Type.Literal('widget', { description: 'The page of a widget made it; absent where a step or the model did.' }),
);

/** The verdict of an assertion about a live page, reached at its step. */
export type LiveVerdict = Static<typeof LiveVerdict>;
export const LiveVerdict = open({
  status: oneOf(['passed', 'failed', 'error'], { description: '`error`: there was no page to look at.' }),
  reason: Type.String(),
});

/** The difference between two snapshots of a page. */
export type PageChanges = Static<typeof PageChanges>;
export const PageChanges = open({
  added: Type.Array(Type.String(), { description: 'Lines of the accessibility tree, the first 50.' }),
  removed: Type.Array(Type.String(), { description: 'Likewise.' }),
  truncated: Type.Optional(Type.Literal(true, { description: 'There are more.' })),
});

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
  live: Type.Optional({
    ...LiveVerdict,
    description: 'Of an assertion about a live page: its verdict, which cannot be reached again from the transcript.',
  }),
  changes: Type.Optional({
    ...PageChanges,
    description: 'Of an `interact` step: what it changed on the page. `screenshot` shows the page after it.',
  }),
  screenshot: Type.Optional(StoredScreenshot),
});

/** One message of the conversation. A reply that only calls tools has empty `content`. */
export type TranscriptMessage = Static<typeof TranscriptMessage>;
export const TranscriptMessage = open({
  role: oneOf(['system', 'user', 'assistant', 'tool']),
  content: Type.String({ description: 'The text of the message.' }),
  promptIndex: PromptIndex,
  toolCallId: Type.Optional(
    Type.String({ description: 'The call that the message asks for, or answers, or whose widget sent it.' }),
  ),
  origin: OfWidget,
});

/**
 * One tool call, by a step, by the model or by a widget, in the order in which they were made. The calls of a widget
 * count for assertions about answers and for tool errors; neither a case nor a model chose them, so they do not count for
 * assertions about selection and calls, and are not compared with expected calls.
 */
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
      'Why there is no result. Calls that were not made: `TOOL_NOT_FOUND`, `INVALID_ARGUMENTS` (no JSON object), `NOT_APPROVED`, `TOOL_CALL_LIMIT` (only in chat sessions). `RPC_ERROR`: the server answered with a JSON-RPC error, which the message quotes. `RESULT_UNFINISHED`: the server asked for input that the client does not give, or answered with a result of unknown type.',
  }),
  findings: Type.Optional(
    Type.Array(ResultFinding, {
      description: 'How the result breaks the protocol; absent when it does not, and for replayed calls.',
    }),
  ),
  isError: Type.Boolean({ description: 'The tool reported an error, or the call failed before it could.' }),
  startMs: AtMs,
  latencyMs: Type.Optional(
    Type.Number({ minimum: 0, description: 'Of a replayed call, as it was when it was recorded.' }),
  ),
  replayed: Type.Optional(Type.Boolean({ description: 'The answer is a recording; the server was not asked.' })),
  resultBytes: Type.Optional(
    Type.Integer({ minimum: 0, description: 'Bytes of the whole result as JSON, also when the result was not kept.' }),
  ),
  wire: Type.Optional(
    open(
      { sent: Type.Integer({ minimum: 0 }), received: Type.Optional(Type.Integer({ minimum: 0 })) },
      { description: 'The places of its request and its answer in `wire` of the trace, from 0.' },
    ),
  ),
  origin: OfWidget,
  widgetOf: Type.Optional(Type.String({ description: 'Of the call of a widget: the id of the call that opened it.' })),
});

/** The outcome of rendering the widget of one tool call. */
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
  reason: Type.Optional(Type.String({ description: 'Why it was not rendered.' })),
  latencyMs: Type.Optional(Type.Number({ minimum: 0 })),
  consoleErrors: Type.Optional(Type.Array(Type.String(), { description: 'The first ones.' })),
  toolCallId: Type.Optional(Type.String({ description: 'The call whose result it shows.' })),
  resourceUri: Type.Optional(Type.String()),
  consoleErrorCount: Type.Optional(Type.Integer({ minimum: 0, description: 'Of all errors.' })),
  blockedRequests: Type.Optional(
    Type.Array(open({ url: Type.String(), reason: Type.String() }), {
      description: 'The first requests that the page was not allowed to make.',
    }),
  ),
  blockedRequestCount: Type.Optional(Type.Integer({ minimum: 0, description: 'Of all of these.' })),
  timings: Type.Optional(
    Type.Record(Type.String(), Type.Number(), { description: 'Milliseconds that the parts of rendering took.' }),
  ),
  snapshot: Type.Optional(PageSnapshot),
  screenshot: Type.Optional(StoredScreenshot),
  links: Type.Optional(Type.Array(Type.String(), { description: 'Links that it asked the host to open; none was.' })),
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
    renderings: Type.Optional(
      Type.Array(Rendering, { description: 'Absent when no browser watched the trial; empty in ingested trials.' }),
    ),
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
