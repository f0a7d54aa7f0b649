import { isObject } from '@assay/contract/json';
import { exactPart, unsupportedPart, approximatedPart, type ConvertedPart } from '../fidelity.ts';
import { isText, listOf, type JsonObject } from '../json.ts';
import { fillTemplate, TemplateError } from './template.ts';

/** One prompt of a configuration. */
export interface PromptfooPrompt {
  label: string | undefined;
  template: string;
}

export const promptsOf = (prompts: unknown): PromptfooPrompt[] =>
  listOf(isObject(prompts) && !('raw' in prompts) && !('id' in prompts) ? Object.keys(prompts) : prompts).map(
    (each) => {
      if (!isObject(each)) return { label: undefined, template: isText(each) ? each : JSON.stringify(each) };
      const { raw, id, label } = each;
      return {
        label: isText(label) ? label : undefined,
        template: isText(raw) ? raw : isText(id) ? id : JSON.stringify(each),
      };
    },
  );

const IN_A_FILE =
  /^(?:file:\/\/|exec:|langfuse:|portkey:|helicone:)|^[^\n{}]+\.(?:txt|json|jsonl|js|cjs|mjs|ts|py|md|csv|ya?ml|j2)(?::\w+)?$/;

/** The messages of the user when a prompt is filled in, turn by turn, and their fidelity. */
export function turnsOf(
  { template }: PromptfooPrompt,
  vars: JsonObject,
  { prefix = '', suffix = '' }: { prefix?: unknown; suffix?: unknown } = {},
): { turns: string[]; carried: ConvertedPart } {
  const untouched = { turns: [template] };
  if (IN_A_FILE.test(template.trim()))
    return { ...untouched, carried: unsupportedPart('The prompt', 'it is in another file') };
  try {
    const text = fillTemplate(`${isText(prefix) ? prefix : ''}${template}${isText(suffix) ? suffix : ''}`, vars);
    const chat = chatOf(text);
    return chat ? spoken(chat) : { turns: [text], carried: exactPart('The prompt', 'a prompt step') };
  } catch (error) {
    if (error instanceof TemplateError) return { ...untouched, carried: unsupportedPart('The prompt', error.message) };
    throw error;
  }
}

interface Message {
  role: string;
  content: string;
}

/** A prompt that is a JSON list of chat messages. */
function chatOf(text: string): Message[] | undefined {
  if (!text.trimStart().startsWith('[')) return undefined;
  try {
    const parsed = JSON.parse(text) as unknown;
    const isChat =
      Array.isArray(parsed) &&
      parsed.length > 0 &&
      parsed.every((each) => isObject(each) && isText(each.role) && isText(each.content));
    return isChat ? (parsed as Message[]) : undefined;
  } catch {
    return undefined;
  }
}

function spoken(chat: Message[]): { turns: string[]; carried: ConvertedPart } {
  const said = (role: string) => chat.filter((message) => message.role === role).map(({ content }) => content);
  const [first, ...more] = said('user');
  if (first === undefined)
    return { turns: [JSON.stringify(chat)], carried: unsupportedPart('The prompt', "no message of it is the user's") };
  const system = [...said('system'), ...said('developer')];
  const turns = [[...system, first].join('\n\n'), ...more];
  if (chat.length === 1) return { turns, carried: exactPart('The prompt', 'a prompt step') };
  return {
    turns,
    carried: approximatedPart(
      'The chat',
      'a prompt step for each message of the user',
      'system messages stand before the first one, and the assistant says its own lines',
    ),
  };
}
