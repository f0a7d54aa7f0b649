import type { Transcript, TranscriptToolCall } from '@assay/contract/areas/transcripts/documents';
import type { AttributeValue } from './otlp-wire.ts';

/** The content that goes into traces: none, the reasons of verdicts (which quote it), or all of it, masked. */
export type TraceContent = 'none' | 'reasons' | 'full';

/** At most this much of one text, and of one side of a conversation, is exported, in characters. */
export const MAX_TEXT = 8_000;
const MAX_SIDE = 250_000;

/** At most `max` characters of a text. */
export const clippedText = (text: string, max: number): string => (text.length > max ? `${text.slice(0, max)}…` : text);

const clipped = (value: unknown): string => {
  return clippedText(JSON.stringify(value) ?? '', MAX_TEXT);
};

/** The arguments and the result of a call. */
export const callContent = ({ arguments: args, result }: TranscriptToolCall): Record<string, AttributeValue> => ({
  'gen_ai.tool.call.arguments': clipped(args),
  ...(result && { 'gen_ai.tool.call.result': clipped(result) }),
});

/**
 * The conversation of an iteration, in the form of OpenTelemetry's conventions; only the beginning of a very long one.
 */
export function conversationAttributes({ messages }: Transcript): Record<string, AttributeValue> {
  const told = (roles: string[]) => {
    let room = MAX_SIDE;
    return messages
      .filter(({ role, content }) => roles.includes(role) && content !== '')
      .flatMap(({ role, content: said }) => {
        const content = room > 0 ? clippedText(said, MAX_TEXT) : '';
        room -= content.length;
        return content === '' ? [] : [{ role, parts: [{ type: 'text', content }] }];
      });
  };
  const [input, output] = [told(['system', 'user']), told(['assistant'])];
  return {
    ...(input.length > 0 && { 'gen_ai.input.messages': JSON.stringify(input) }),
    ...(output.length > 0 && { 'gen_ai.output.messages': JSON.stringify(output) }),
  };
}
