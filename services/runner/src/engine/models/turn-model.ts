import type { Problem } from '@assay/contract/problem';
import type { OfferedTools } from '../../domain/offer/offered-tools.ts';
import type { ConversationMessage, WantedCall } from '../../domain/turns/message.ts';

/** One call of a model: all messages so far, and the tools on offer. */
export interface TurnQuestion {
  messages: readonly ConversationMessage[];
  tools: OfferedTools;
  temperature?: number | undefined;
  /** For a model that can repeat its choices. */
  seed?: number | undefined;
  signal: AbortSignal;
  /** Told the text of the answer as it comes. */
  heard?: ((text: string) => void) | undefined;
}

export interface TokenUsage {
  inputTokens: number;
  outputTokens: number;
  cachedInputTokens?: number | undefined;
  /** The provider's own total, which may hold more than its parts. */
  totalTokens?: number | undefined;
}

/** The answer of a model to one call: with tool calls, or the end of its turn. */
export interface TurnReply {
  text: string;
  calls: WantedCall[];
  /** Why the answer ended: `stop`, `length`, `content-filter`, `tool-calls`, … */
  finishReason: string;
  usage?: TokenUsage;
  /** The time to its first word, in milliseconds. */
  ttfcMs?: number;
  /** The message in the form that the provider wants back. */
  native?: unknown;
}

/** A model that can take a turn. `ask` throws ProviderFailure when the provider does not answer. */
export interface TurnModel {
  id: string;
  ask(question: TurnQuestion): Promise<TurnReply>;
}

/** Why every further call of this model would fail, in any iteration. */
export type ProviderStop = 'PROVIDER_RATE_LIMITED' | 'PROVIDER_QUOTA_EXHAUSTED' | 'PROVIDER_REFUSED_KEY';

/** The meaning of a provider's failure for the next attempt. */
export interface RetryOutlook {
  /** The same question may succeed the next time. */
  again: boolean;
  /** The provider's time to wait, in milliseconds from now. */
  afterMs?: number | undefined;
  /** Where less time is left than a question usually gets: for how long it may be asked again, in milliseconds from now. */
  withinMs?: number;
  /** The conversation is longer than the model allows. */
  tooLong?: boolean;
  /** Set when no further call can succeed unless something changes. */
  stop?: ProviderStop | undefined;
}

/** A call that the provider of a model did not answer. */
export class ProviderFailure extends Error {
  override readonly name = 'ProviderFailure';
  /** The Problem that is reported. */
  readonly problem: Problem;
  readonly outlook: RetryOutlook;

  constructor(problem: Problem, outlook: RetryOutlook) {
    super(problem.message);
    this.problem = problem;
    this.outlook = outlook;
  }
}
