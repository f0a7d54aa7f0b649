/** A turn of a model. */
export interface ModelTurn {
  text?: string;
  /** The arguments as an object, or as text of the model. */
  toolCalls?: { name: string; arguments: object | string }[];
  /** The reason of an early end: the token limit, or the provider's filter. */
  finish?: 'length' | 'content-filter';
  /** Null is a turn without usage, which only OpenAI's format knows. */
  usage?: { input: number; output: number; total?: number } | null;
}

/** The fields of a request body that both formats share, and one format's field for structured output. */
export interface ModelBody {
  model: string;
  messages: { role: string; content: unknown }[];
  stream?: boolean;
  tools?: unknown[];
  [key: string]: unknown;
}

/** The wire format of one provider. */
export interface ModelWire {
  /** A whole turn. */
  whole(turn: ModelTurn, body: ModelBody): object;
  /** A turn as the events of a stream, each as text of the wire. */
  events(turn: ModelTurn, body: ModelBody): string[];
  refusal(status: number, message: string, code?: string): object;
}

export const argumentsText = (value: object | string): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** A text in two pieces, like the deltas of a stream. */
export const twoPieces = (text: string): string[] =>
  [text.slice(0, text.length / 2), text.slice(text.length / 2)].filter((piece) => piece !== '');
