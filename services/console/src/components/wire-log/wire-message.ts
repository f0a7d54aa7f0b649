/** A message as it crossed the wire; reports of calls and traces have such. */
export interface WireMessage {
  /** Milliseconds from the beginning of what is told. */
  atMs: number;
  direction: 'sent' | 'received';
  /** The size of the whole message. */
  bytes: number;
  httpStatus?: number | undefined;
  message?: unknown;
  text?: string | undefined;
  truncated?: boolean | undefined;
}

/** A message in a few words. */
export interface WireSummary {
  /** The method; `result` or `error` of an answer; `text` of other messages. */
  word: string;
  id: string | undefined;
  isNotification: boolean;
  /** The tool, the prompt or the address that a request names. */
  name: string | undefined;
  /** Whether the answer is an error, or a tool says that it failed. */
  isError: boolean;
  /** The rest as JSON, on one line. */
  rest: string;
}

const MAX_REST = 300;

const objectOf = (value: unknown): Record<string, unknown> =>
  typeof value === 'object' && value !== null ? (value as Record<string, unknown>) : {};

/** The few words of a message. */
export function summaryOf({ message, text = '', truncated }: WireMessage): WireSummary {
  const { method, id, params, result, error } = objectOf(message);
  const idText = typeof id === 'number' || typeof id === 'string' ? String(id) : undefined;
  if (typeof method === 'string') {
    const { name, uri, arguments: sent } = objectOf(params);
    const named = [name, uri].find((each) => typeof each === 'string');
    const rest = named === undefined ? params : sent;
    return {
      word: method,
      id: idText,
      isNotification: idText === undefined,
      name: named,
      isError: false,
      rest: oneLine(rest),
    };
  }
  const common = { id: idText, isNotification: false, name: undefined };
  if (error !== undefined) return { ...common, word: 'error', isError: true, rest: oneLine(error) };
  if (result !== undefined)
    return { ...common, word: 'result', isError: objectOf(result)['isError'] === true, rest: oneLine(result) };
  const rest = message === undefined ? text.slice(0, MAX_REST) : oneLine(message);
  return { ...common, word: truncated ? 'cut' : 'text', isError: false, rest };
}

const oneLine = (value: unknown): string =>
  value === undefined ? '' : (JSON.stringify(value) ?? '').slice(0, MAX_REST);

/** The place of the other message of a pair: the answer of a request, or the request of an answer. */
export function pairOf(entries: readonly WireMessage[], at: number): number | undefined {
  const entry = entries[at];
  const { id, method } = objectOf(entry?.message);
  if (entry === undefined || id === undefined || id === null) return undefined;
  const isRequest = method !== undefined;
  const isPair = (other: WireMessage): boolean => {
    const { id: otherId, method: otherMethod } = objectOf(other.message);
    return otherId === id && (otherMethod !== undefined) !== isRequest && other.direction !== entry.direction;
  };
  const found = isRequest
    ? entries.findIndex((other, index) => index > at && isPair(other))
    : entries.findLastIndex((other, index) => index < at && isPair(other));
  return found < 0 ? undefined : found;
}
