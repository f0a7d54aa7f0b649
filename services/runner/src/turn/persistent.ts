import { setTimeout as delay } from 'node:timers/promises';
import { backOffMs } from '@assay/kit/concurrency/back-off';
import { fitted, lengthOf } from '../domain/turn/fitted.ts';
import { ProviderFailure, type Outlook, type Question, type Said, type TurnModel } from './turn-model.ts';

/** How long a provider that fails is asked again. */
export interface Patience {
  /** How often, but while it is busy: that ends with the time. */
  attempts: number;
  /** From the first failure to the beginning of the last attempt, in milliseconds. */
  withinMs: number;
  /** The pause before the second attempt, in milliseconds; each one after it is three times as long, up to a bound. */
  pauseMs: number;
  /** How long it may be silent before its connection counts as dead, in milliseconds: a model may think for long before it speaks. */
  silenceMs: number;
}

export const PATIENCE: Patience = {
  attempts: 4,
  withinMs: 45_000,
  pauseMs: 2_000,
  silenceMs: 120_000,
};

const LONGEST_PAUSE_MS = 10_000;

/** What may be said before one question, in characters: at three to a token it fits into 100,000 tokens. */
const MAX_CONVERSATION = 300_000;

/**
 * Asks a model, again where its provider fails in a way that passes by itself, and with less where it was too much for
 * it. `failed` is told of each attempt that was not answered.
 * @throws ProviderFailure of the last attempt, or what else `ask` throws.
 */
export async function askPersistently(
  model: TurnModel,
  question: Question,
  patience: Patience,
  failed: (failure: ProviderFailure, startedAt: number) => void,
): Promise<{ said: Said; startedAt: number }> {
  let latest = Infinity;
  let messages = fitted(question.messages, MAX_CONVERSATION);
  for (let attempt = 1; ; attempt++) {
    const startedAt = performance.now();
    try {
      return { said: await model.ask({ ...question, messages }), startedAt };
    } catch (error) {
      if (!(error instanceof ProviderFailure)) throw error;
      failed(error, startedAt);
      latest = Math.min(latest, performance.now() + patience.withinMs);
      const { outlook } = error;
      const isLast = attempt >= patience.attempts && outlook.stop !== 'PROVIDER_RATE_LIMITED';
      const pauseMs = pauseAfter(outlook, attempt, patience);
      const shorter = outlook.tooLong ? fitted(messages, lengthOf(messages) / 2) : undefined;
      const isHopeless = shorter === undefined ? !outlook.again : lengthOf(shorter) === lengthOf(messages);
      if (isHopeless || isLast || question.signal.aborted || performance.now() + pauseMs > latest) throw error;
      messages = shorter ?? messages;
      await delay(pauseMs, undefined, { signal: question.signal }).catch(() => {
        throw error;
      });
    }
  }
}

/** How long to wait for the next attempt, in milliseconds: longer each time, not all at once, and not less than the provider says. */
function pauseAfter({ afterMs = 0, tooLong }: Outlook, attempt: number, { pauseMs }: Patience): number {
  return tooLong
    ? 0
    : Math.max(afterMs, backOffMs(attempt, { firstMs: pauseMs, factor: 3, longestMs: LONGEST_PAUSE_MS }));
}
