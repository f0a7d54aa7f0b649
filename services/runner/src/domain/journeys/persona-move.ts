/** The next move of a persona: it says something, or ends the conversation. */
export type PersonaMove = { say: string } | { end: 'goalReached' | 'gaveUp'; note: string };

/** A turn as the persona knows it. */
export interface PlayedTurn {
  /** The persona's message. */
  said: string;
  /** The assistant's answer; empty when it gave none. */
  answer: string;
  /** The answer was cut off, or the last call of a tool failed. */
  isBroken: boolean;
}
