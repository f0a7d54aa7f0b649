import type {
  JSONSchema7,
  LanguageModelV4CallOptions,
  LanguageModelV4FunctionTool,
  LanguageModelV4Message,
} from '@ai-sdk/provider';
import { given } from '@assay/contract/given';
import { cachedByObject } from '@assay/grading/cached-by-object';
import { jsonObject } from '@assay/contract/json';
import type { ConversationMessage, ResultImage, WantedCall } from '../../domain/turns/message.ts';
import type { OfferedTool, OfferedTools } from '../../domain/offer/offered-tools.ts';
import type { TurnQuestion } from './turn-model.ts';

type AssistantPart = Extract<LanguageModelV4Message, { role: 'assistant' }>['content'][number];

/** Converts a question to the options of the SDK. */
export function callOptions({ messages, tools, temperature, seed }: TurnQuestion): LanguageModelV4CallOptions {
  return {
    prompt: prompt(messages),
    ...(tools.size > 0 && { tools: functionTools(tools), toolChoice: { type: 'auto' as const } }),
    ...given({ temperature, seed }),
  };
}

/**
 * Builds the SDK's prompt. Providers want the results of calls that were made together in one message, and refuse an
 * empty message. Few of them take images in a result, so these follow it as a message of the user.
 */
function prompt(messages: readonly ConversationMessage[]): LanguageModelV4Message[] {
  const all: LanguageModelV4Message[] = [];
  let images: ResultImage[] = [];
  messages.forEach((message, at) => {
    const last = all.at(-1);
    const next = promptMessage(message);
    if (next.role === 'tool' && last?.role === 'tool') last.content.push(...next.content);
    else if (next.content.length > 0) all.push(next);
    if (message.role === 'tool') images.push(...(message.images ?? []));
    if (images.length === 0 || messages[at + 1]?.role === 'tool') return;
    all.push(imagesMessage(images));
    images = [];
  });
  return all;
}

const imagesMessage = (images: ResultImage[]): LanguageModelV4Message => ({
  role: 'user',
  content: [
    { type: 'text', text: 'The images of these tool results, in their order:' },
    ...images.map(({ data, mediaType }) => ({
      type: 'file' as const,
      mediaType,
      data: { type: 'data' as const, data },
    })),
  ],
});

function promptMessage(message: ConversationMessage): LanguageModelV4Message {
  switch (message.role) {
    case 'system':
      return { role: 'system', content: message.text };
    case 'user':
      return { role: 'user', content: [{ type: 'text', text: message.text }] };
    case 'assistant':
      return {
        role: 'assistant',
        content: (message.native as AssistantPart[] | undefined) ?? [
          ...textPart(message.text),
          ...message.calls.map(callPart),
        ],
      };
    case 'tool':
      return {
        role: 'tool',
        content: [
          {
            type: 'tool-result',
            toolCallId: message.call.id,
            toolName: message.call.name,
            output: { type: message.isError ? 'error-text' : 'text', value: message.text },
          },
        ],
      };
  }
}

const textPart = (text: string): AssistantPart[] => (text === '' ? [] : [{ type: 'text', text }]);

/**
 * Arguments that are not a JSON object are sent back as an empty object: providers accept nothing else, and the tool
 * result quotes them.
 */
export const callPart = ({ id, name, input }: WantedCall): Extract<AssistantPart, { type: 'tool-call' }> => ({
  type: 'tool-call',
  toolCallId: id,
  toolName: name,
  input: jsonObject(input) ?? {},
});

/** The tools of a run in the SDK's form, made once. */
const functionTools = cachedByObject((tools: OfferedTools): LanguageModelV4FunctionTool[] =>
  [...tools.values()].map(functionTool),
);

function functionTool({ name, declaration: { description, inputSchema } }: OfferedTool): LanguageModelV4FunctionTool {
  const schema = typeof inputSchema === 'object' && inputSchema !== null ? inputSchema : {};
  // Some providers refuse an object without `properties`.
  return {
    type: 'function',
    name,
    ...(typeof description === 'string' && { description }),
    inputSchema: { properties: {}, ...schema, type: 'object' } as JSONSchema7,
  };
}
