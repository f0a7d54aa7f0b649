import type { TranscriptMessage } from '@assay/contract/areas/transcripts/documents';
import { clipTexts } from './clip-texts.ts';

/**
 * Cuts a recorded conversation to `budget` characters: first the oldest tool results, then the oldest replies of the
 * model.
 */
export function clipTranscriptMessages(messages: TranscriptMessage[], budget: number): TranscriptMessage[] {
  const over = messages.reduce((sum, { content }) => sum + content.length, 0) - budget;
  if (over <= 0) return messages;
  const byRole = (role: TranscriptMessage['role']) => (at: number) => messages[at]!.role === role;
  const tools = clipTexts(
    messages.map(({ content }) => content),
    over,
    byRole('tool'),
  );
  const { texts } = clipTexts(tools.texts, tools.over, byRole('assistant'));
  return messages.map((message, at) => ({ ...message, content: texts[at]! }));
}
