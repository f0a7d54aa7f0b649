import type { TranscriptMessage } from '@assay/contract/areas/transcripts/documents';
import type { ConversationMessage, WantedCall } from '../../domain/turns/message.ts';

/** A message in the form of the transcript: first the text of the model, then each call by the id of its record. */
export function transcribed(
  message: ConversationMessage,
  promptIndex: number,
  callIds: ReadonlyMap<WantedCall, string>,
): TranscriptMessage[] {
  const place = message.role === 'system' ? {} : { promptIndex };
  const of = (call: WantedCall) => ({ ...place, ...(callIds.has(call) && { toolCallId: callIds.get(call)! }) });
  switch (message.role) {
    case 'tool':
      return [{ role: 'tool', content: message.text, ...of(message.call) }];
    case 'assistant': {
      const said =
        message.text !== '' || message.calls.length === 0
          ? [{ role: 'assistant' as const, content: message.text, ...place }]
          : [];
      return [...said, ...message.calls.map((call) => ({ role: 'assistant' as const, content: '', ...of(call) }))];
    }
    default:
      return [{ role: message.role, content: message.text, ...place }];
  }
}
