import { setTimeout as delay } from 'node:timers/promises';
import type { Server } from '@modelcontextprotocol/sdk/server/index.js';
import type { RequestHandlerExtra } from '@modelcontextprotocol/sdk/shared/protocol.js';
import type {
  CallToolResult,
  ElicitRequestFormParams,
  GetPromptResult,
  ServerNotification,
  ServerRequest,
} from '@modelcontextprotocol/sdk/types.js';

type Extra = RequestHandlerExtra<ServerRequest, ServerNotification>;
type Make = (server: Server, args: Record<string, unknown>, extra: Extra) => Promise<CallToolResult> | CallToolResult;

const PNG = 'iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mP8z8BQDwAEhQGAhKmMIQAAAABJRU5ErkJggg==';
const text = (value: string) => ({ type: 'text' as const, text: value });
const image = { type: 'image' as const, data: PNG, mimeType: 'image/png' };
const embedded = (uri: string, value: string, mimeType = 'text/plain') => ({
  type: 'resource' as const,
  resource: { uri, mimeType, text: value },
});
const schema = (properties: object, required: string[] = []) =>
  ({ type: 'object', properties, required }) as ElicitRequestFormParams['requestedSchema'];
const choices = (names: string[]) => names.map((name) => ({ const: name, title: `Choice ${name}` }));
// On the stream of the call, because the client may not have opened another stream yet.
const during = ({ requestId }: Extra) => ({ relatedRequestId: requestId });
const elicit =
  (message: string, requestedSchema: ElicitRequestFormParams['requestedSchema']): Make =>
  async (server, _args, extra) => ({
    content: [
      text(
        `Elicitation completed: ${JSON.stringify(await server.elicitInput({ message, requestedSchema }, during(extra)))}`,
      ),
    ],
  });

/** The tools that the scenarios of the official suite call, and their answers. */
export const CONFORMANCE_TOOLS: Record<string, Make> = {
  test_simple_text: () => ({ content: [text('This is a simple text response for testing.')] }),
  test_image_content: () => ({ content: [image] }),
  test_audio_content: () => ({ content: [{ type: 'audio', data: 'UklGRiQAAABXQVZF', mimeType: 'audio/wav' }] }),
  test_embedded_resource: () => ({
    content: [embedded('test://embedded-resource', 'This is an embedded resource content.')],
  }),
  test_multiple_content_types: () => ({
    content: [
      text('Multiple content types test:'),
      image,
      embedded('test://mixed-content-resource', '{"test":"data","value":123}', 'application/json'),
    ],
  }),
  test_error_handling: () => ({
    isError: true,
    content: [text('This tool intentionally returns an error for testing')],
  }),
  test_tool_with_logging: async (_server, _args, { sendNotification }) => {
    for (const data of ['Tool execution started', 'Tool processing data', 'Tool execution completed']) {
      await sendNotification({ method: 'notifications/message', params: { level: 'info', data } });
      await delay(20);
    }
    return { content: [text('Logged.')] };
  },
  test_tool_with_progress: async (_server, _args, { _meta, sendNotification }) => {
    const progressToken = _meta?.progressToken;
    for (const progress of progressToken === undefined ? [] : [0, 50, 100]) {
      await sendNotification({
        method: 'notifications/progress',
        params: { progressToken: progressToken!, progress, total: 100 },
      });
      await delay(20);
    }
    return { content: [text('Done.')] };
  },
  test_sampling: async (server, { prompt }, extra) => {
    const { content } = await server.createMessage(
      { messages: [{ role: 'user', content: text(String(prompt)) }], maxTokens: 100 },
      during(extra),
    );
    return { content: [text(`LLM response: ${JSON.stringify(content)}`)] };
  },
  test_elicitation: (server, { message }, extra) =>
    elicit(String(message), schema({ username: { type: 'string' }, email: { type: 'string' } }, ['username', 'email']))(
      server,
      {},
      extra,
    ),
  test_elicitation_sep1034_defaults: elicit(
    'Please confirm.',
    schema({
      name: { type: 'string', default: 'John Doe' },
      age: { type: 'integer', default: 30 },
      score: { type: 'number', default: 95.5 },
      status: { type: 'string', enum: ['active', 'inactive', 'pending'], default: 'active' },
      verified: { type: 'boolean', default: true },
    }),
  ),
  test_elicitation_sep1330_enums: elicit(
    'Please choose.',
    schema({
      untitledSingle: { type: 'string', enum: ['option1', 'option2', 'option3'] },
      titledSingle: { type: 'string', oneOf: choices(['value1', 'value2', 'value3']) },
      legacyEnum: {
        type: 'string',
        enum: ['opt1', 'opt2', 'opt3'],
        enumNames: ['Option One', 'Option Two', 'Option Three'],
      },
      untitledMulti: { type: 'array', items: { type: 'string', enum: ['option1', 'option2', 'option3'] } },
      titledMulti: { type: 'array', items: { anyOf: choices(['value1', 'value2', 'value3']) } },
    }),
  ),
  json_schema_2020_12_tool: () => ({ content: [text('Kept.')] }),
};

/** The input schema of a tool; only one tool has properties. */
export const inputSchemaOf = (name: string) =>
  name !== 'json_schema_2020_12_tool'
    ? { type: 'object' as const }
    : {
        $schema: 'https://json-schema.org/draft/2020-12/schema',
        type: 'object' as const,
        $defs: { address: { type: 'object', properties: { street: { type: 'string' }, city: { type: 'string' } } } },
        properties: { name: { type: 'string' }, address: { $ref: '#/$defs/address' } },
        additionalProperties: false,
      };

const user = (content: GetPromptResult['messages'][number]['content']) => ({ role: 'user' as const, content });

/** The prompts of the scenarios: their arguments and messages. */
export const CONFORMANCE_PROMPTS: Record<
  string,
  { arguments: string[]; make(args: Record<string, string>): GetPromptResult }
> = {
  test_simple_prompt: {
    arguments: [],
    make: () => ({ messages: [user(text('This is a simple prompt for testing.'))] }),
  },
  test_prompt_with_arguments: {
    arguments: ['arg1', 'arg2'],
    make: ({ arg1, arg2 }) => ({ messages: [user(text(`Prompt with arguments: arg1='${arg1}', arg2='${arg2}'`))] }),
  },
  test_prompt_with_embedded_resource: {
    arguments: ['resourceUri'],
    make: ({ resourceUri = '' }) => ({
      messages: [user(embedded(resourceUri, 'Embedded resource content for testing.'))],
    }),
  },
  test_prompt_with_image: {
    arguments: [],
    make: () => ({ messages: [user(image), user(text('Please analyze the image above.'))] }),
  },
};

/** The content of a resource; undefined for an unknown address. */
export function resourceAt(uri: string): ({ mimeType: string } & ({ text: string } | { blob: string })) | undefined {
  const [, id] = /^test:\/\/template\/([^/]+)\/data$/.exec(uri) ?? [];
  if (id !== undefined)
    return {
      mimeType: 'application/json',
      text: JSON.stringify({ id, templateTest: true, data: `Data for ID: ${id}` }),
    };
  if (uri === 'test://static-binary') return { mimeType: 'image/png', blob: PNG };
  return CONFORMANCE_RESOURCES.includes(uri)
    ? { mimeType: 'text/plain', text: 'This is the content of the static text resource.' }
    : undefined;
}
export const CONFORMANCE_RESOURCES = ['test://static-text', 'test://static-binary', 'test://watched-resource'];
