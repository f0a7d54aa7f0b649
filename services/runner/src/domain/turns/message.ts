/** A tool call as a model asks for it, unchecked. */
export interface WantedCall {
  /** The provider's id of the call. */
  id: string;
  /** The name that the model calls, which may not be the name of an offered tool. */
  name: string;
  /** The arguments, JSON as the model wrote it. */
  input: string;
}

/** An image of a tool result, in base64. */
export interface ResultImage {
  data: string;
  mediaType: string;
}

/** One message of a conversation with a model. */
export type ConversationMessage =
  | { role: 'system' | 'user'; text: string }
  /** `native` is the message in the form that its provider wants back. */
  | {
      role: 'assistant';
      text: string;
      calls: readonly WantedCall[];
      native?: unknown;
    }
  | {
      role: 'tool';
      call: WantedCall;
      text: string;
      isError: boolean;
      /** Handed to the model beside the text. */
      images?: readonly ResultImage[];
    };

/** The calls of the last answer of the model that have no result. */
export function unansweredCalls(messages: readonly ConversationMessage[]): readonly WantedCall[] {
  const at = messages.findLastIndex(({ role }) => role === 'assistant');
  const last = messages[at];
  if (last?.role !== 'assistant') return [];
  const answered = new Set(messages.slice(at + 1).flatMap((each) => (each.role === 'tool' ? [each.call.id] : [])));
  return last.calls.filter(({ id }) => !answered.has(id));
}
