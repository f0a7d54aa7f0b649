import type { Problem } from '@assay/contract/problem';
import type { OfferedTools } from '../domain/turn/offered-tools.ts';
import type { Message, WantedCall } from '../domain/turn/message.ts';

/** One call of a model: everything that was said before, and what it may ask for. */
export interface Question {
  messages: readonly Message[];
  tools: OfferedTools;
  temperature?: number | undefined;
  signal: AbortSignal;
}

export interface TokenUsage {
  inputTokens?: number | undefined;
  outputTokens?: number | undefined;
  cachedInputTokens?: number | undefined;
}

/** What a model says to one call. It asks for tools, or its turn is over. */
export interface Said {
  text: string;
  calls: WantedCall[];
  /** Why it ended: `stop`, `length`, `content-filter`, `tool-calls`, … */
  finishReason: string;
  usage?: TokenUsage;
  /** How long its first word took, in milliseconds. */
  ttfcMs?: number;
  /** The message as the provider wants it back. */
  native?: unknown;
}

/** A model that a turn can be taken with. `ask` throws ProviderFailure when the provider does not answer. */
export interface TurnModel {
  id: string;
  ask(question: Question): Promise<Said>;
}

/** Why no further call of this model makes sense, whoever makes it. */
export type Stop = 'PROVIDER_RATE_LIMITED' | 'PROVIDER_QUOTA_EXHAUSTED' | 'PROVIDER_REFUSED_KEY';

/** What a provider's failure means for the next attempt. */
export interface Outlook {
  /** The same question may be answered the next time. */
  again: boolean;
  /** When the provider says to come back, in milliseconds from now. */
  afterMs?: number | undefined;
  /** What was said before is more than the model takes. */
  tooLong?: boolean;
  /** When it stays like this, nobody needs to ask any more. */
  stop?: Stop | undefined;
}

/** A call that the provider of a model did not answer. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  /** What is told of it. */
  readonly problem: Problem;
  readonly outlook: Outlook;

  constructor(problem: Problem, outlook: Outlook) {
    super(problem.message);
    this.problem = problem;
    this.outlook = outlook;
  }
}
