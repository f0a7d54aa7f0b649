import { setTimeout as delay } from 'node:timers/promises';
import { backOffMs } from '@assay/kit/concurrency/back-off';
import { clipConversation, conversationLength } from '../../domain/turns/clip-conversation.ts';
import {
  ProviderFailure,
  type RetryOutlook,
  type TurnQuestion,
  type TurnReply,
  type TurnModel,
} from '../models/turn-model.ts';

/** How long a failing provider is asked again. */
export interface RetryPolicy {
  /** Attempts at most; while the provider is rate limited, only the time counts. */
  attempts: number;
  /** From the first failure to the beginning of the last attempt, in milliseconds. */
  withinMs: number;
  /** The pause before the second attempt, in milliseconds; each later one is three times as long, up to a limit. */
  pauseMs: number;
  /**
   * A connection counts as dead after this long without a word, in milliseconds: a model may think for long before it
   * speaks.
   */
  silenceMs: number;
}

export const RETRY_POLICY: RetryPolicy = {
  attempts: 4,
  withinMs: 45_000,
  pauseMs: 2_000,
  silenceMs: 120_000,
};

const LONGEST_PAUSE_MS = 10_000;

/** At most this long a conversation before one question, in characters: 100,000 tokens at three characters each. */
export const MAX_CONVERSATION = 300_000;

/**
 * Asks a model; retries when the provider's failure is temporary, and with fewer characters when the question was too
 * long. `failed` is called for each failed attempt.
 * @throws ProviderFailure of the last attempt, or any other error of `ask`.
 */
export async function askWithRetries(
  model: TurnModel,
  question: TurnQuestion,
  retryPolicy: RetryPolicy,
  failed: (failure: ProviderFailure, startedAt: number) => void,
): Promise<{ said: TurnReply; startedAt: number }> {
  let latest = Infinity;
  let messages = clipConversation(question.messages, MAX_CONVERSATION);
  for (let attempt = 1; ; attempt++) {
    const startedAt = performance.now();
    try {
      return { said: await model.ask({ ...question, messages }), startedAt };
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      failed(error, startedAt);
      const { outlook } = error;
      latest = Math.min(latest, performance.now() + (outlook.withinMs ?? retryPolicy.withinMs));
      const isLast = attempt >= retryPolicy.attempts && outlook.stop !== 'PROVIDER_RATE_LIMITED';
      const pauseMs = pauseAfter(outlook, attempt, retryPolicy);
      const shorter = outlook.tooLong ? clipConversation(messages, conversationLength(messages) / 2) : undefined;
      const isHopeless =
        shorter === undefined ? !outlook.again : conversationLength(shorter) === conversationLength(messages);
      if (isHopeless || isLast || question.signal.aborted || performance.now() + pauseMs > latest) throw error;
      messages = shorter ?? messages;
      await delay(pauseMs, undefined, { signal: question.signal }).catch(() => {
        throw error;
      });
    }
  }
}

/**
 * The pause before the next attempt, in milliseconds: growing, with jitter, and at least as long as the provider asks.
 */
function pauseAfter({ afterMs = 0, tooLong }: RetryOutlook, attempt: number, { pauseMs }: RetryPolicy): number {
  return tooLong
    ? 0
    : Math.max(afterMs, backOffMs(attempt, { firstMs: pauseMs, factor: 3, longestMs: LONGEST_PAUSE_MS }));
}
