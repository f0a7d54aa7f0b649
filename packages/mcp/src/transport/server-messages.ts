import type { EgressAnswer } from '@assay/egress/request';
import { keepEvidence } from './answer.ts';
import type { WireExchange } from './exchange.ts';
import { messageMembers, type MessageMembers } from './message-members.ts';
import { MessageStorm } from './message-storm.ts';
import { PendingRequests } from './outstanding.ts';
import { bytesOf } from './read-body.ts';
import type { WireLog } from './wire-message.ts';

/** The body of a refused request may have any encoding. JSON has to be UTF-8 (RFC 8259 section 8.1). */
const [LENIENT_UTF8, STRICT_UTF8] = [new TextDecoder(), new TextDecoder('utf-8', { fatal: true })];
/** At most this much of a body is decoded for evidence, in bytes. */
const EVIDENCE_BYTES = 4_096;

/** The messages of a server on one HTTP connection: counted, assigned to the requests that they answer, and logged. */
export class ServerMessages {
  readonly pending = new PendingRequests();
  readonly #storm = new MessageStorm();
  readonly #log: WireLog;

  constructor(log: WireLog) {
    this.#log = log;
  }

  /** A request of ours begins. */
  begin(): void {
    this.#storm.begin();
  }

  /** @throws the Problem that has ended the connection. */
  throwIfOver(): void {
    if (this.#storm.problem) throw this.#storm.problem;
  }

  /**
   * Takes a text that the server sent: one message or a batch, or the body of a refusal. `status` is that of its HTTP
   * answer. @throws Problem about the messages of the server, which fails all pending requests.
   */
  take(text: string, status: number): MessageMembers[] {
    const bytes = Buffer.byteLength(text);
    return this.#orLose(() => {
      const messages = messageMembers(text);
      this.#storm.count(messages);
      const answered = this.pending.settle(messages, bytes);
      if (!answered) this.#storm.spend('messages', bytes);
      // One stream may answer requests of several callers: the answer is logged in the context of its own request.
      if (answered) answered.within(() => this.#log('received', text, status));
      else if (text) this.#log('received', text, status);
      return messages;
    });
  }

  /**
   * Reads the whole body of an answer and takes it; its beginning is evidence of the exchange.
   * @throws as `take` does, the Problem of an exceeded byte limit, and a TypeError for JSON that is not UTF-8.
   */
  async takeBody(
    { body, status }: Pick<EgressAnswer, 'body' | 'status'>,
    exchange: WireExchange | undefined,
    as: 'json' | 'text',
  ): Promise<{ text: string; messages: MessageMembers[] }> {
    const bytes = await bytesOf(body);
    keepEvidence(exchange?.answer, () => LENIENT_UTF8.decode(bytes.subarray(0, EVIDENCE_BYTES)));
    const text = (as === 'json' ? STRICT_UTF8 : LENIENT_UTF8).decode(bytes);
    const messages = this.take(text, status);
    if (exchange?.budget?.overrun) throw exchange.budget.overrun;
    return { text, messages };
  }

  /** Counts characters of an event stream that are no data. @throws as `take` does. */
  noise(characters: number): void {
    this.#orLose(() => this.#storm.spend('noise', characters));
  }

  #orLose<T>(work: () => T): T {
    try {
      return work();
    } catch (error) {
      this.pending.lose(error);
      throw error;
    }
  }
}
