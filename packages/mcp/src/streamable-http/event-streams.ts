import { setTimeout as delay } from 'node:timers/promises';
import type { Transport } from '@modelcontextprotocol/client';
import type { EventSourceMessage } from 'eventsource-parser';
import { Problem } from '@assay/contract/problem';
import type { EgressAnswer } from '@assay/egress/request';
import { NOT_UTF8, TOO_LARGE } from '../diagnosis/codes.ts';
import { isEventStream, isSuccess, keepEvidence } from '../transport/answer.ts';
import { EventTap } from '../transport/event-tap.ts';
import { lostStreamError } from '../transport/exchange.ts';
import { jsonRpcMessage } from './json-message.ts';
import type { PendingRequest } from '../transport/outstanding.ts';
import { atMostOnceIn, STREAM_FLOOR_MS } from '../transport/paced.ts';
import { drain } from '../transport/read-body.ts';
import { refusedError } from './refused-error.ts';
import type { ServerMessages } from '../transport/server-messages.ts';

/** How often a broken stream is asked for again in vain. */
const MAX_RESUMES = 2;
/** The pause before a stream is asked for again, in milliseconds: the first one, its growth and its limit. */
const PAUSE = { firstMs: 1_000, growth: 1.5, maxMs: 30_000 };
const METHOD_NOT_ALLOWED = 405;

interface EventStreamsOptions {
  messages: ServerMessages;
  /** Asks for a stream, from behind the event with this id. */
  get(lastEventId: string | undefined, signal: AbortSignal): Promise<EgressAnswer>;
  receiver: Pick<Transport, 'onmessage' | 'onerror'>;
  closing: AbortSignal;
}

/** How a stream ended: with an error that lost it, and whether it can go on behind its last event. */
interface StreamEnd {
  error?: unknown;
  isResumable: boolean;
  lastEventId: string | undefined;
}

/** The event streams of a session over Streamable HTTP: those with an answer, and the one for unsolicited messages. */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #opening = atMostOnceIn(STREAM_FLOOR_MS);
  readonly #resuming = atMostOnceIn(STREAM_FLOOR_MS);
  /** The conditions of the stream for unsolicited messages that are not met: the session is open, and needs the stream. */
  readonly #awaited = new Set(['open', 'needed']);
  /** The pause that the server asks for. */
  #retryMs: number | undefined;

  constructor(options: EventStreamsOptions) {
    this.#options = options;
  }

  /**
   * The session is open, or its stream for unsolicited messages is needed. With both, the stream is asked for before this
   * returns, so that a server has it before the request that needs it.
   */
  follow(reason: 'open' | 'needed'): void {
    if (this.#awaited.delete(reason) && this.#awaited.size === 0) void this.#followUnsolicited();
  }

  /**
   * Reads the stream with the answer to a request, and resumes it where it breaks.
   * @throws when the answer to a probe is lost or no message: the client then asks in another way.
   */
  async readAnswer(answer: EgressAnswer, asked: PendingRequest | undefined, signal: AbortSignal): Promise<void> {
    let end = await this.#read(answer, asked);
    if (!asked) return;
    const { pending } = this.#options.messages;
    const canGoOn = () => pending.has(asked) && end.isResumable && !signal.aborted;
    while (canGoOn()) end = await this.#resumed(end, asked, signal);
    const isLost = pending.has(asked);
    if (!asked.isProbe && isLost) pending.endUnanswered(asked, end.error);
    if (!asked.isProbe || (!isLost && end.error === undefined)) return;
    pending.forget(asked.exchange);
    throw isLost ? lostStreamError(end.error) : end.error;
  }

  async #resumed(end: StreamEnd, asked: PendingRequest, signal: AbortSignal): Promise<StreamEnd> {
    const { get, messages } = this.#options;
    const { lastEventId } = end;
    await this.#pause(asked.exchange.failedResumes, signal);
    if (!messages.pending.has(asked) || signal.aborted) return end;
    try {
      const answer = await this.#resuming(signal, () => get(lastEventId, signal));
      if (!isOpen(answer)) throw refusedError(answer, await messages.takeRemark(answer));
      const next = await this.#read(answer, asked);
      return { ...next, lastEventId: next.lastEventId ?? lastEventId, isResumable: !isFinal(next.error) };
    } catch (error) {
      messages.pending.resumeFailed(asked, error, MAX_RESUMES);
      return end;
    }
  }

  /** Follows the stream for unsolicited messages; a server may have none. */
  async #followUnsolicited(): Promise<void> {
    const { get, closing } = this.#options;
    let lastEventId: string | undefined;
    // A first stream that is refused is not asked for again.
    for (let attemptsLeft = 1; attemptsLeft > 0; await this.#pause(MAX_RESUMES - attemptsLeft, closing)) {
      const answer = await this.#opening(closing, () => get(lastEventId, closing)).catch(() => undefined);
      if (answer && isOpen(answer)) {
        ({ lastEventId = lastEventId } = await this.#read(answer));
        attemptsLeft = MAX_RESUMES;
      } else {
        if (answer) await drain(answer).catch(() => undefined);
        attemptsLeft -= 1;
      }
      if (attemptsLeft === 0 || closing.aborted || answer?.status === METHOD_NOT_ALLOWED) return;
    }
  }

  /** Reads a stream to its end and passes its messages on. */
  async #read({ body, status }: EgressAnswer, asked?: PendingRequest): Promise<StreamEnd> {
    const tap = new EventTap(body!, {
      noise: (characters) => this.#options.messages.noise(characters),
      retry: (ms) => (this.#retryMs = ms),
    });
    let error: unknown;
    try {
      for (let isOver = false; !isOver;) {
        isOver = (await tap.read()) === undefined;
        if (isOver) tap.finish();
        for (const event of tap.events) {
          this.#pass(event, status, asked);
          // The client handles a notification one microtask later than an answer.
          await Promise.resolve();
        }
      }
    } catch (lost) {
      error = lost;
      tap.cancel();
    }
    const { lastEventId } = tap;
    return { error, isResumable: lastEventId !== undefined && !isFinal(error), lastEventId };
  }

  /** Passes the message of an event on. One that is not a message ends the request that it answers. @throws for a probe. */
  #pass({ event, data }: EventSourceMessage, status: number, asked: PendingRequest | undefined): void {
    if (!data) return;
    const { messages, receiver } = this.#options;
    keepEvidence(asked?.exchange.answer, () => data);
    const answered = messages.take(data, status, asked);
    try {
      if ((event || 'message') === 'message') receiver.onmessage?.(jsonRpcMessage(JSON.parse(data)));
    } catch (error) {
      if (asked?.isProbe && answered) throw error;
      receiver.onerror?.(error as Error);
      answered?.onMalformed(error);
    }
  }

  #pause(failures: number, signal: AbortSignal): Promise<void> {
    const ms = this.#retryMs ?? Math.min(PAUSE.firstMs * PAUSE.growth ** failures, PAUSE.maxMs);
    return delay(ms, undefined, { signal }).catch(() => undefined);
  }
}

const isOpen = (answer: EgressAnswer): boolean => isSuccess(answer.status) && isEventStream(answer);

/** Whether a repetition would bring the same error: bytes that are not UTF-8, an event that is too large, a storm. */
function isFinal(error: unknown): boolean {
  const { code, cause } = (error ?? {}) as { code?: unknown; cause?: { code?: unknown } };
  return (
    error instanceof Problem || code === NOT_UTF8 || TOO_LARGE.some((each) => each === code || each === cause?.code)
  );
}
