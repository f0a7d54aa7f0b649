/** What the client says to a server that asks it something while a request is under way. */
export interface Answers {
  /** Answers an `elicitation/create` or `sampling/createMessage` request: its result, as the protocol has it. */
  answer(method: 'elicitation/create' | 'sampling/createMessage', params: Record<string, unknown>): Promise<Record<string, unknown>>;
}
