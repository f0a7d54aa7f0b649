import { ProtocolError } from '@modelcontextprotocol/client';

export type ServerRequestMethod = 'elicitation/create' | 'sampling/createMessage';

/** Answers requests that a server sends to its client during a request. */
export interface ServerRequestAnswers {
  /**
   * Returns the result of an `elicitation/create` or `sampling/createMessage` request, as the protocol defines it.
   * @throws DeclinedError to refuse the request.
   */
  answer(method: ServerRequestMethod, params: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** The specification's error code for a request that the user rejected. */
const USER_REJECTED = -1;

/** The request is declined: the server receives a JSON-RPC error. */
export class DeclinedError extends ProtocolError {
  readonly method: ServerRequestMethod;

  constructor(method: ServerRequestMethod) {
    super(USER_REJECTED, `${method} is not answered here.`);
    this.method = method;
  }
}

/** Declines every request at once, so that no server waits for an answer. */
export const decliningAnswers: ServerRequestAnswers = {
  answer: async (method) => {
    if (method === 'elicitation/create') return { action: 'decline' };
    throw new DeclinedError(method);
  },
};
