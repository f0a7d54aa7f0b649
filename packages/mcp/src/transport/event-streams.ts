import { setTimeout as delay } from 'node:timers/promises';
import type { Transport } from '@modelcontextprotocol/client';
import type { EventSourceMessage } from 'eventsource-parser';
import type { EgressAnswer } from '@assay/egress/request';
import { isEventStream, isSuccess, keepEvidence } from './answer.ts';
import { EventTap } from './event-tap.ts';
import type { WireExchange } from './exchange.ts';
import { STREAM_FLOOR_MS } from './exchange-wire.ts';
import { jsonRpcMessage } from './json-message.ts';
import type { MessageMembers } from './message-members.ts';
import { atMostOnceIn } from './paced.ts';
import { drain } from './read-body.ts';
import { refusedError } from './refused-error.ts';
import type { ServerMessages } from './server-messages.ts';

/** How often a broken stream is asked for again in vain. */
const MAX_RESUMES = 2;
/** The pause before a stream is asked for again, in milliseconds: the first one, its growth and its limit. */
const PAUSE = { firstMs: 1_000, growth: 1.5, maxMs: 30_000 };
const METHOD_NOT_ALLOWED = 405;

/** A request of ours while its answer is awaited. */
export interface Question {
  id: string;
  exchange: WireExchange;
  /** Whether its answer has to have its id: servers answer the probe in many ways, and the client decides what follows. */
  mustMatch: boolean;
  /** The id of an answer to another request, as it was written. */
  strangeId?: string | undefined;
}

interface EventStreamsOptions {
  messages: ServerMessages;
  /** Asks for a stream, from behind the event with this id. */
  get(lastEventId: string | undefined, signal: AbortSignal): Promise<EgressAnswer>;
  receiver: Pick<Transport, 'onmessage' | 'onerror'>;
  closing: AbortSignal;
}

interface StreamEnd {
  isResumable: boolean;
  error?: unknown;
  lastEventId: string | undefined;
}

/** The event streams of a session over Streamable HTTP: those with an answer, and the one for unsolicited messages. */
export class EventStreams {
  readonly #options: EventStreamsOptions;
  readonly #opening = atMostOnceIn(STREAM_FLOOR_MS);
  readonly #resuming = atMostOnceIn(STREAM_FLOOR_MS);
  /** What the stream for unsolicited messages waits for: that the session is open, and that it is needed. */
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

  /** Reads the stream with the answer to a request, and resumes it where it breaks. */
  async readAnswer(answer: EgressAnswer, question: Question | undefined, signal: AbortSignal): Promise<void> {
    const { isResumable, error, lastEventId } = await this.#read(answer, question);
    const { pending } = this.#options.messages;
    if (!question || !pending.has(question.id)) return;
    const { id, strangeId } = question;
    if (isResumable) await this.#resume(question, lastEventId, signal);
    else if (strangeId !== undefined && error === undefined) pending.mismatch(id, strangeId);
    else pending.lose(error, id);
  }

  async #resume(question: Question, lastEventId: string | undefined, signal: AbortSignal): Promise<void> {
    const { get, messages } = this.#options;
    const { id, exchange } = question;
    const isWanted = () => messages.pending.has(id) && !signal.aborted;
    for (let from = lastEventId; isWanted();) {
      await this.#pause(exchange.failedResumes, signal);
      if (!isWanted()) return;
      try {
        const answer = await this.#resuming(signal, () => get(from, signal));
        if (!isOpen(answer)) throw refusedError(answer, (await messages.takeBody(answer, undefined, 'text')).text);
        ({ lastEventId: from = from } = await this.#read(answer, question));
      } catch (error) {
        messages.pending.resumeFailed(exchange, error, MAX_RESUMES);
      }
    }
  }

  /** Follows the stream for unsolicited messages; a server may have none. */
  async #followUnsolicited(): Promise<void> {
    const { get, closing } = this.#options;
    let lastEventId: string | undefined;
    // A first stream that is refused is not asked for again.
    for (let failures = MAX_RESUMES - 1; failures < MAX_RESUMES && !closing.aborted;) {
      const answer = await this.#opening(closing, () => get(lastEventId, closing)).catch(() => undefined);
      if (answer && isOpen(answer)) {
        ({ lastEventId = lastEventId } = await this.#read(answer));
        failures = 0;
      } else {
        if (answer) await drain(answer).catch(() => undefined);
        if (answer?.status === METHOD_NOT_ALLOWED) return;
        failures += 1;
      }
      await this.#pause(failures, closing);
    }
  }

  /** Reads a stream to its end and passes its messages on. */
  async #read({ body, status }: EgressAnswer, question?: Question): Promise<StreamEnd> {
    const { messages } = this.#options;
    let end: Omit<StreamEnd, 'lastEventId'> = { isResumable: false };
    const tap = new EventTap(body!, {
      data: (text) => {
        keepEvidence(question?.exchange.answer, () => text);
        noteStrangeId(messages, messages.take(text, status), question);
      },
      noise: (characters) => messages.noise(characters),
      retry: (ms) => (this.#retryMs = ms),
      end: (isResumable, error) => (end = { isResumable, error }),
    });
    try {
      while (await tap.read()) for (const event of tap.events) await this.#deliver(event);
    } catch {
      // The tap has told how the stream ended.
    }
    return { ...end, lastEventId: tap.lastEventId };
  }

  /** Resolves when the client has begun to handle the message: it handles a notification later than an answer. */
  async #deliver({ event, data }: EventSourceMessage): Promise<void> {
    if ((event || 'message') !== 'message' || !data) return;
    const { receiver } = this.#options;
    try {
      receiver.onmessage?.(jsonRpcMessage(JSON.parse(data)));
    } catch (error) {
      receiver.onerror?.(error as Error);
    }
  }

  #pause(failures: number, signal: AbortSignal): Promise<void> {
    const ms = this.#retryMs ?? Math.min(PAUSE.firstMs * PAUSE.growth ** failures, PAUSE.maxMs);
    return delay(ms, undefined, { signal }).catch(() => undefined);
  }
}

const isOpen = (answer: EgressAnswer): boolean => isSuccess(answer.status) && isEventStream(answer);

/** Notes the id of an answer that is to no request of ours while `question` is open. */
export function noteStrangeId(messages: ServerMessages, taken: MessageMembers[], question: Question | undefined): void {
  if (question?.mustMatch) question.strangeId = messages.pending.strangeIdIn(taken, question.id) ?? question.strangeId;
}
