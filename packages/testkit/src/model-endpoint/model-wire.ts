/** What a model answers. */
export interface ModelTurn {
  text?: string;
  /** The arguments as an object, or as the model wrote them. */
  toolCalls?: { name: string; arguments: object | string }[];
  /** Why it ends, when that is not because all is said: it ran out of tokens, or its provider stopped it. */
  finish?: 'length' | 'content-filter';
  usage?: { input: number; output: number };
}

/** Of a body, what both formats have in common and what one of them says of structured output. */
export interface ModelBody {
  model: string;
  messages: { role: string; content: unknown }[];
  stream?: boolean;
  tools?: unknown[];
  [key: string]: unknown;
}

/** How one provider puts things. */
export interface ModelWire {
  /** A turn in one piece. */
  whole(turn: ModelTurn, body: ModelBody): object;
  /** A turn as the events of a stream, each as it stands on the wire. */
  events(turn: ModelTurn, body: ModelBody): string[];
  refusal(status: number, message: string, code?: string): object;
}

export const argumentsText = (value: object | string): string =>
  typeof value === 'string' ? value : JSON.stringify(value);

/** A text in two pieces, as streams bring it. */
export const twoPieces = (text: string): string[] =>
  [text.slice(0, text.length / 2), text.slice(text.length / 2)].filter((piece) => piece !== '');
