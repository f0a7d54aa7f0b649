import type { LanguageModelV4StreamPart } from '@ai-sdk/provider';

type Finish = Extract<LanguageModelV4StreamPart, { type: 'finish' }>;

/** What comes around all that is said. */
const FRAME = new Set<LanguageModelV4StreamPart['type']>([
  'stream-start',
  'response-metadata',
  'raw',
  'finish',
  'error',
]);

/** Whether a part is something that the model says. */
export const isSaid = ({ type }: LanguageModelV4StreamPart): boolean => !FRAME.has(type);

/** How much a part says, in bytes. */
export function sizeOf(part: LanguageModelV4StreamPart): number {
  if ('delta' in part) return Buffer.byteLength(part.delta);
  return part.type === 'tool-input-start' ? Buffer.byteLength(part.toolName + part.id) : 0;
}

/** Whether the provider itself ended the answer: the SDK ends streams that broke off, too. */
export const isEnded = ({ finishReason }: Pick<Finish, 'finishReason'>): boolean => finishReason.raw !== undefined;

/** Whether it ended with an answer. */
export const isAnswered = (finish: Pick<Finish, 'finishReason'>): boolean =>
  isEnded(finish) && finish.finishReason.unified !== 'error';
