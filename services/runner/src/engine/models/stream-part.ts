import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

/** Stream parts that carry no content of the answer. */
const FRAME = new Set<LanguageModelV4StreamPart['type']>([
  'stream-start',
  'response-metadata',
  'raw',
  'finish',
  'error',
]);

/** Whether a part has content of the answer. */
export const hasContent = ({ type }: LanguageModelV4StreamPart): boolean => !FRAME.has(type);

/** The size of a part's content, in bytes. */
export function contentBytes(part: LanguageModelV4StreamPart): number {
  if ('delta' in part) return Buffer.byteLength(part.delta);
  return part.type === 'tool-input-start' ? Buffer.byteLength(part.toolName + part.id) : 0;
}

/** Whether the provider itself ended the answer: the SDK also ends broken streams. */
export const isEndedByProvider = ({ finishReason }: Pick<Finish, 'finishReason'>): boolean =>
  finishReason.raw !== undefined;

/** Whether the provider ended it with an answer. */
export const isAnswered = (finish: Pick<Finish, 'finishReason'>): boolean =>
  isEndedByProvider(finish) && finish.finishReason.unified !== 'error';
