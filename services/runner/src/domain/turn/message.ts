/** A tool call that a model asks for, as it asks: nothing of it is checked. */
export interface WantedCall {
  /** The provider's name of the call. */
  id: string;
  /** The tool, by the name under which it was offered, if it was. */
  name: string;
  /** The arguments, JSON as the model wrote it. */
  input: string;
}

/** One message of a conversation with a model. */
export type Message =
  | { role: 'system' | 'user'; text: string }
  /** `native` is the message as the provider that wrote it wants it back. */
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
    };
