import { ProtocolError } from '@modelcontextprotocol/client';

export type ServerRequestMethod = 'elicitation/create' | 'sampling/createMessage';

/** What the client says to a server that asks it something while a request is under way. */
export interface ServerRequestAnswers {
  /**
   * Answers an `elicitation/create` or `sampling/createMessage` request: its result, as the protocol has it.
   * @throws Declined to refuse the request.
   */
  answer(method: ServerRequestMethod, params: Record<string, unknown>): Promise<Record<string, unknown>>;
}

/** The code that the specification gives a request that the user turned down. */
const USER_REJECTED = -1;

/** Nobody answers: the server is told so with a JSON-RPC error. */
export class DeclinedError extends ProtocolError {
  constructor(method: ServerRequestMethod) {
    super(USER_REJECTED, `Nobody answers ${method} here.`);
  }
}

/** Says no at once, so that no server waits for somebody who is not there. */
export const decliningAnswers: ServerRequestAnswers = {
  answer: async (method) => {
    if (method === 'elicitation/create') return { action: 'decline' };
    throw new DeclinedError(method);
  },
};
