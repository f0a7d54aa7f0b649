import type { Static, TSchema } from 'typebox';
import { Type } from '../../type.ts';
import { closed, oneOf, open, record, variants, verbatim } from '../../schema.ts';
import { ResultFinding } from './result-finding.ts';
import { WireEntry } from '../transcripts/trace.ts';
import { InvalidItem, Prompt, Resource, Tool } from '../diagnosis/documents.ts';

const optionalText = Type.Optional(Type.String());
const Name = Type.String({ minLength: 1 });

export type ListPrimitives = Static<typeof ListPrimitives>;
export const ListPrimitives = open(
  {
    cursor: Type.Optional(Type.String({ description: "`nextCursor` of the page before. It is the server's own." })),
  },
  { $id: 'ListPrimitivesRequest' },
);

/** A page of a server's list. */
const listPage = <T extends TSchema>(item: T, id: string) =>
  open(
    {
      items: Type.Array(item),
      nextCursor: Type.Optional(Type.String({ description: 'Absent on the last page.' })),
      cursorInvalid: Type.Optional(
        Type.Literal(true, {
          description: 'The server names a next page by a cursor that is not a string, so it cannot be asked for.',
        }),
      ),
      invalidItems: Type.Optional(
        Type.Array(InvalidItem, {
          description:
            'The entries that break the protocol, by their place on the page; absent when there are none. An entry that no client can use is not among the items.',
        }),
      ),
    },
    { $id: id },
  );

export const ToolPage = listPage(Tool, 'ToolPage');
export const PromptPage = listPage(Prompt, 'PromptPage');
export const ResourcePage = listPage(Resource, 'ResourcePage');
export const ResourceTemplatePage = listPage(
  open(
    {
      uriTemplate: Type.String(),
      name: optionalText,
      description: optionalText,
      mimeType: optionalText,
    },
    { $id: 'ResourceTemplate', description: 'As the server declares it, further keys included.' },
  ),
  'ResourceTemplatePage',
);

const matching = {
  match: Type.Optional(
    closed(
      {
        message: Type.String({ minLength: 1, description: 'What the text of the request must contain.' }),
      },
      { description: 'Without it, any request of the method.' },
    ),
  ),
  times: Type.Optional(
    Type.Integer({
      minimum: 1,
      maximum: 100,
      default: 1,
      description: 'How many requests it answers.',
    }),
  ),
};

export type ScriptedAnswer = Static<typeof ScriptedAnswer>;
export const ScriptedAnswer = variants(
  'method',
  [
    closed({
      method: Type.Literal('elicitation/create'),
      ...matching,
      action: oneOf(['accept', 'decline', 'cancel']),
      content: Type.Optional(
        Type.Unsafe<Record<string, string | number | boolean | string[]>>({
          type: 'object',
          // Generators of Java clients fail at a choice between a text and a list.
          additionalProperties: {
            type: ['string', 'number', 'boolean', 'array'],
            items: { type: 'string' },
            'x-prints': { not: { anyOf: [{ type: 'null' }, { type: 'object' }] }, items: { type: 'string' } },
          },
          description:
            'Values of the form: texts, numbers, booleans and lists of texts. An absent value takes the default of the form.',
        }),
      ),
    }),
    closed({
      method: Type.Literal('sampling/createMessage'),
      ...matching,
      result: open(
        {
          role: oneOf(['assistant', 'user']),
          content: Type.Unknown(),
          model: Type.String(),
        },
        { description: 'The result as the protocol has it.' },
      ),
    }),
  ],
  {
    $id: 'ScriptedAnswer',
    description: "Answers to a server's requests for input. The first one that matches and is not used up answers.",
  },
);

/** Options of a request during which a server may ask its client for input. */
const conversing = {
  answers: Type.Optional(
    Type.Array(ScriptedAnswer, {
      maxItems: 50,
      description:
        "Answers the server's requests to its client. A request without a match is declined. A result that asks for input (`input_required`) is answered the same way and the request repeated, up to 20 times.",
    }),
  ),
  report: Type.Optional(Type.Boolean({ default: false, description: 'Answers with a report that holds the result.' })),
};

export type CallTool = Static<typeof CallTool>;
export const CallTool = open(
  {
    toolName: Type.String({ minLength: 1, maxLength: 256 }),
    parameters: Type.Optional(record({ description: "The tool's arguments; `{}` when absent." })),
    task: Type.Optional(
      open(
        {
          ttl: Type.Optional(
            Type.Integer({ minimum: 1, description: 'How long the server shall keep the task, in milliseconds.' }),
          ),
        },
        {
          description:
            'Calls the tool as a task and follows it to its end. A tool that requires it is called so in any case; one that does not allow it answers FEATURE_NOT_SUPPORTED.',
        },
      ),
    ),
    taskOptions: Type.Optional(record({ description: 'Not supported: answers FEATURE_NOT_SUPPORTED.' })),
    ...conversing,
  },
  { $id: 'CallToolRequest' },
);

export type GetPrompt = Static<typeof GetPrompt>;
export const GetPrompt = open(
  {
    promptName: Name,
    arguments: Type.Optional(
      Type.Unsafe<Record<string, string | number | boolean>>({
        type: 'object',
        additionalProperties: { type: ['string', 'number', 'boolean'] },
        description: 'Numbers and booleans reach the server as text, as the protocol wants it.',
      }),
    ),
    ...conversing,
  },
  { $id: 'GetPromptRequest' },
);

export type ReadResource = Static<typeof ReadResource>;
export const ReadResource = open({ uri: Type.String({ minLength: 1 }), ...conversing }, { $id: 'ReadResourceRequest' });

export type CompleteArgument = Static<typeof CompleteArgument>;
export const CompleteArgument = open(
  {
    ref: variants(
      'type',
      [
        closed({ type: Type.Literal('ref/prompt'), name: Name }),
        closed({
          type: Type.Literal('ref/resource'),
          uri: Type.String({ minLength: 1, description: 'A resource template, or a URI.' }),
        }),
      ],
      { $id: 'ArgumentReference' },
    ),
    argument: closed({ name: Name, value: Type.String({ description: 'What was typed so far.' }) }),
    context: Type.Optional(
      closed({
        arguments: Type.Optional(
          Type.Unsafe<Record<string, string>>({
            type: 'object',
            additionalProperties: { type: 'string' },
            description: 'Arguments that were settled before.',
          }),
        ),
      }),
    ),
  },
  { $id: 'CompleteArgumentRequest' },
);

export const CallToolResult = verbatim(
  'CallToolResult',
  'The MCP result exactly as the server wrote it: content, structuredContent, isError, _meta and every other key.',
);
export const GetPromptResult = verbatim(
  'GetPromptResult',
  'The MCP result exactly as the server wrote it: messages, description and every other key.',
);
export const ResourceContents = verbatim(
  'ResourceContents',
  'The MCP result exactly as the server wrote it: contents and every other key.',
);
export const Completion = verbatim(
  'Completion',
  'The MCP result exactly as the server wrote it: completion with values, total and hasMore.',
);

export type StructuredContentCheck = Static<typeof StructuredContentCheck>;
export const StructuredContentCheck = open(
  {
    status: oneOf(['valid', 'invalid', 'missing', 'notDeclared', 'notChecked'], {
      description:
        '`missing`: the tool declares an output schema and answered without structured content. `notChecked`: the tool failed or has not finished, its declaration could not be read, or its schema cannot be used.',
    }),
    issues: Type.Array(
      open({
        path: Type.String({ description: 'A JSON Pointer into the structured content.' }),
        message: Type.String(),
      }),
    ),
  },
  {
    $id: 'StructuredContentCheck',
    description:
      'The structured content against the output schema that the tool declares. It changes nothing about the result.',
  },
);

const atMs = Type.Number({ description: 'Milliseconds since connecting began.' });

export type Interaction = Static<typeof Interaction>;
export const Interaction = open(
  {
    method: oneOf(['elicitation/create', 'sampling/createMessage']),
    params: record({ description: 'As the server asked.' }),
    answer: record({ description: 'The result that was answered, or `{error}` where the request was refused.' }),
    atMs,
  },
  { $id: 'ServerInteraction' },
);

/** Facts about a part of a resource that was read. */
export type ContentFact = Static<typeof ContentFact>;
export const ContentFact = open(
  {
    uri: Type.String(),
    bytes: Type.Integer({ description: 'The size of the content, of binary content decoded.' }),
    sha256: Type.String({ description: 'In hex.' }),
    head: Type.Optional(Type.String({ description: 'The first 64 bytes of binary content, in hex.' })),
    mimeType: Type.Optional(Type.String({ description: 'As it was served.' })),
    declaredBy: Type.Optional(
      oneOf(['resource', 'template'], {
        description: 'The list of the server that declares the address; absent when none does within 10 pages.',
      }),
    ),
    declaredMimeType: Type.Optional(Type.String()),
    isAsDeclared: Type.Optional(
      Type.Boolean({
        description: 'Whether both types are the same but for parameters; absent unless both are given.',
      }),
    ),
  },
  { $id: 'ResourceContentFact' },
);

const { serverId: _ofTrace, atMs: _sinceTrace, ...wireMessage } = WireEntry.properties;
/** One JSON-RPC message of a request, as it crossed the wire. */
export const CallMessage = open({ atMs, ...wireMessage }, { $id: 'CallMessage' });

export type CallReport = Static<typeof CallReport>;
export const CallReport = open(
  {
    kind: Type.Literal('callReport'),
    result: verbatim('ReportedResult', 'The MCP result exactly as the server wrote it.'),
    durationMs: Type.Number({ description: 'The duration of the request alone, without opening a session.' }),
    sessionReused: Type.Boolean({
      description: 'Whether an earlier question of the same caller opened the MCP session.',
    }),
    structuredContent: Type.Optional(StructuredContentCheck),
    contents: Type.Optional(Type.Array(ContentFact, { description: 'Of a resource: its parts.' })),
    findings: Type.Optional(
      Type.Array(ResultFinding, { description: 'What is wrong with the result; absent when nothing is.' }),
    ),
    interactions: Type.Array(Interaction, {
      description: "The server's requests to its client, and the answers.",
    }),
    progress: Type.Array(
      open({
        progress: Type.Number(),
        total: Type.Optional(Type.Number()),
        message: optionalText,
        atMs,
      }),
    ),
    logs: Type.Optional(
      Type.Array(
        open({
          level: Type.String(),
          logger: optionalText,
          data: Type.Unknown(),
          atMs,
        }),
        {
          description: 'Absent when the server does not declare logging.',
        },
      ),
    ),
    wire: Type.Array(CallMessage, {
      description:
        'The JSON-RPC messages of the request in order: itself, its answer, and what both sides sent meanwhile. The handshake, and lists that were read to look a declaration up, are not among them.',
    }),
    omitted: Type.Optional(
      open(
        {
          interactions: Type.Integer(),
          progress: Type.Integer(),
          logs: Type.Integer(),
          wire: Type.Integer(),
        },
        { description: 'How many entries were left out of each list, because there were too many.' },
      ),
    ),
    task: Type.Optional(record({ description: 'The task as it was last seen, where the tool ran as one.' })),
  },
  { $id: 'CallReport' },
);
